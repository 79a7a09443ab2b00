package dev.troupe.functions;

import java.io.IOException;
import java.io.Serializable;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Executable;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;

/// The parts of a lambda or method reference. The class that contains the lambda can restore it from them, including access to private methods and
/// nested classes.
///
/// @param names the content of [SerializedLambda]: the class that contains the lambda, then the texts that its constructor takes
/// @param kind how its method is called
/// @param captured the values it captured
public record LambdaForm(List<String> names, int kind, Object[] captured) {
    private static final String OF_JSHELL = "REPL.$JShell$";
    private static final int CAPTURING_CLASS = 0;
    private static final int IMPL_CLASS = 4;
    private static final int IMPL_NAME = 5;
    private static final int IMPL_SIGNATURE = 6;
    private static final int INSTANTIATED = 7;

    /// Empty for an object that is not a lambda.
    public static Optional<LambdaForm> of(Serializable function) {
        Knife knife = knife(function.getClass());
        return knife == null ? Optional.empty() : Optional.of(of(function, knife));
    }

    /// The types of its parameters and result at the place where it was written.
    public MethodType type(ClassLoader loader) {
        return MethodType.fromMethodDescriptorString(names.get(INSTANTIATED), loader);
    }

    /// The same lambda with the classes of this loader.
    ///
    /// @throws IllegalArgumentException if the loader does not find the class that contains the lambda, or that class was compiled from different
    /// source code
    public Serializable restore(ClassLoader loader) {
        return restore(home(loader), captured);
    }

    private static LambdaForm of(SerializedLambda lambda) {
        return new LambdaForm(List.of(lambda.getCapturingClass(), lambda.getFunctionalInterfaceClass(),
                lambda.getFunctionalInterfaceMethodName(), lambda.getFunctionalInterfaceMethodSignature(), lambda.getImplClass(),
                lambda.getImplMethodName(), lambda.getImplMethodSignature(), lambda.getInstantiatedMethodType()),
                lambda.getImplMethodKind(), captured(lambda));
    }

    private static Object[] captured(SerializedLambda lambda) {
        Object[] captured = new Object[lambda.getCapturedArgCount()];
        for (int i = 0; i < captured.length; i++) {
            captured[i] = lambda.getCapturedArg(i);
        }
        return captured;
    }

    /// Reads the parts of lambdas of one class.
    interface Knife {
        SerializedLambda cut(Serializable function);

        default Object[] captured(Serializable function) {
            return LambdaForm.captured(cut(function));
        }
    }

    /// Null for a class whose objects are not lambdas.
    static Knife knife(Class<?> type) {
        try {
            Method replace = type.getDeclaredMethod("writeReplace");
            if (replace.getReturnType() != Object.class || !type.isSynthetic()) {
                return null;
            }
            replace.setAccessible(true);
            return function -> cut(replace, function);
        } catch (NoSuchMethodException e) {
            return null;
        } catch (InaccessibleObjectException e) {
            return ClosedModule::takeApart;
        }
    }

    static LambdaForm of(Serializable function, Knife knife) {
        return of(knife.cut(function));
    }

    String text() {
        return kind + "\n" + String.join("\n", names);
    }

    static LambdaForm parse(String text) {
        List<String> parts = List.of(text.split("\n", -1));
        return new LambdaForm(parts.subList(1, parts.size()), Integer.parseInt(parts.getFirst()), new Object[0]);
    }

    FunctionFacts describe(Serializable function) {
        ClassLoader loader = function.getClass().getClassLoader();
        Optional<Executable> declared = Declared.find(className(IMPL_CLASS), names.get(IMPL_NAME), names.get(IMPL_SIGNATURE),
                kind == MethodHandleInfo.REF_newInvokeSpecial, loader);
        MethodType instantiated = type(loader);
        String home = declared.isPresent() ? declared.get().getDeclaringClass().getName() : className(IMPL_CLASS);
        String signature = declared.isPresent() ? Declared.signature(declared.get())
                : String.join(".", home, names.get(IMPL_NAME)).concat(names.get(IMPL_SIGNATURE));
        return new FunctionFacts(String.join(".", home, methodName()), signature, captured.length > 0,
                instantiated.parameterCount(), instantiated.returnType(), declared);
    }

    /// The class that contains the lambda, and the method there that restores it.
    ///
    /// @throws IllegalArgumentException if the loader does not find the class
    Home home(ClassLoader loader) {
        try {
            return Home.of(Class.forName(className(CAPTURING_CLASS), true, loader), loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new IllegalArgumentException("class " + className(CAPTURING_CLASS) + ", which defines the function " + called()
                    + ", was not found; " + remedy(className(CAPTURING_CLASS)), e);
        } catch (NoSuchMethodException e) {
            throw otherBuild(e);
        }
    }

    private static String remedy(String missing) {
        return missing.startsWith(OF_JSHELL)
                ? "code entered in jshell exists only there: leave out ray.run-mode, so that tasks run in jshell itself, or compile the"
                        + " class and add it with jshell --class-path"
                : "the class path of the workers must contain it (for remote functions: ray.job.code-search-path)";
    }

    /// A function with these captured values.
    ///
    /// @throws IllegalArgumentException if the class here was compiled from different source code
    Serializable restore(Home home, Object[] values) {
        SerializedLambda lambda = new SerializedLambda(home.type, names.get(1), names.get(2), names.get(3), kind, names.get(IMPL_CLASS),
                names.get(IMPL_NAME), names.get(IMPL_SIGNATURE), names.get(INSTANTIATED), values);
        try {
            return (Serializable) (home.maker == null ? ClosedModule.putTogether(lambda, home.loader) : home.maker.invoke(null, lambda));
        } catch (InvocationTargetException e) {
            throw otherBuild(e.getCause());
        } catch (ReflectiveOperationException | IOException | LinkageError e) {
            throw otherBuild(e);
        }
    }

    /// @param maker null if its module is not open to this one
    record Home(Class<?> type, Method maker, ClassLoader loader) {
        private static Home of(Class<?> type, ClassLoader loader) throws NoSuchMethodException {
            Method maker = type.getDeclaredMethod("$deserializeLambda$", SerializedLambda.class);
            try {
                maker.setAccessible(true);
                return new Home(type, maker, loader);
            } catch (InaccessibleObjectException e) {
                return new Home(type, null, loader);
            }
        }
    }

    private IllegalArgumentException otherBuild(Throwable cause) {
        return new IllegalArgumentException("class " + className(CAPTURING_CLASS) + " in this process has no function " + called()
                + " like the one that was sent; both sides must use the same build of the class (" + cause + ")", cause);
    }

    private String called() {
        return className(IMPL_CLASS) + "." + methodName();
    }

    /// People see the compiler's `lambda$main$1f3e0c2b$1` as the lambda in `main`.
    private String methodName() {
        String[] parts = names.get(IMPL_NAME).split("\\$", -1);
        return parts.length >= 3 && parts[0].equals("lambda") ? (parts[1].equals("new") ? "<init>" : parts[1]) + ".lambda"
                : names.get(IMPL_NAME);
    }

    private String className(int which) {
        return names.get(which).replace('/', '.');
    }

    private static SerializedLambda cut(Method replace, Serializable function) {
        try {
            return (SerializedLambda) replace.invoke(function);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the function " + function + " cannot be serialized", e);
        }
    }
}
