package dev.troupe.functions;

import java.lang.reflect.Executable;
import java.util.Optional;

/// The properties of a function that do not depend on its captured values: they are the same for all objects of one lambda.
///
/// @param name `pkg.Class.method`, for people
/// @param signature distinguishes the methods of one actor; the same for a method and those that override it
/// @param captures whether each object of it has captured values
/// @param arity the number of arguments, including the actor
/// @param resultType the declared result type where the function was written
/// @param declared the method or constructor that it refers to; none for an object that is not a lambda
public record FunctionFacts(String name, String signature, boolean captures, int arity, Class<?> resultType,
        Optional<Executable> declared) {

    /// Whether later calls by method reference can be recognised as calls of this one.
    public boolean isMethodReference() {
        return declared.filter(member -> !member.isSynthetic()).isPresent();
    }
}
