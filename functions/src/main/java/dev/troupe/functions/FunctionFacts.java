package dev.troupe.functions;

import java.lang.reflect.Executable;
import java.util.Optional;

/// What is known of a function without its captured values: the same for all objects of one lambda.
///
/// @param name `pkg.Class.method`, for people
/// @param signature tells methods of one actor apart; the same for a method and what overrides it
/// @param captures whether each object of it holds values of its own
/// @param arity how many arguments it takes, the actor included
/// @param resultType what it is declared to give at the place where it was written
/// @param declared the method or constructor it refers to; none for an object that is no lambda
public record FunctionFacts(String name, String signature, boolean captures, int arity, Class<?> resultType,
        Optional<Executable> declared) {

    /// Whether later calls by method reference can be recognised as calls of this one.
    public boolean isMethodReference() {
        return declared.filter(member -> !member.isSynthetic()).isPresent();
    }
}
