package dev.troupe.values;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;

/// Does for a plain `java` what `--add-opens java.base/java.lang.invoke=ALL-UNNAMED` does on our own command lines.
///
/// Fory needs a lookup that sees private members. Without that option Fory gets it with `sun.misc.Unsafe`, and the JDK
/// then prints four lines of warnings to every user's terminal. The serialization support of `jdk.unsupported` provides
/// the same lookup without warnings; this class uses it to open the package to Fory's module.
final class JdkAccess {
    private static final int TRUSTED = -1;
    private static final String SUPPORT = "jdk.unsupported";

    private JdkAccess() {}

    /// A JVM has this module unless it was started with a module and that does not require it.
    ///
    /// @throws ValueException if the module is missing, with a message that says what to do
    static void requireSupport() {
        if (ModuleLayer.boot().findModule(SUPPORT).isEmpty()) {
            throw new ValueException(
                    "objects cannot be serialized without the JDK's module " + SUPPORT + ": write 'requires " + SUPPORT
                            + ";' into module-info.java, or start java with --add-modules " + SUPPORT
                            + " (jshell --execution local with -J--add-modules=" + SUPPORT + ")");
        }
    }

    /// If a future JDK does not allow this, Fory uses its own way, with the warnings.
    static void openQuietly() {
        try {
            Module ours = JdkAccess.class.getModule();
            Module base = Object.class.getModule();
            if (!base.isOpen("java.lang.invoke", ours)) {
                MethodHandle addOpens = lookup(Module.class).findVirtual(Module.class, "implAddOpens",
                        MethodType.methodType(void.class, String.class, Module.class));
                addOpens.invoke(base, "java.lang.invoke", ours);
            }
        } catch (Throwable e) {
            System.getLogger("dev.troupe.values").log(System.Logger.Level.DEBUG,
                    "this JDK gives no access to java.lang.invoke; start with --add-opens java.base/java.lang.invoke=ALL-UNNAMED", e);
        }
    }

    /// Whether the class is the JDK's own.
    static boolean owns(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /// A lookup that sees the private members of a JDK class.
    static Lookup lookup(Class<?> in) throws ReflectiveOperationException {
        Constructor<Lookup> hidden = Lookup.class.getDeclaredConstructor(Class.class, Class.class, int.class);
        return constructor(Lookup.class, hidden).newInstance(in, null, TRUSTED);
    }

    /// Creates objects of a class with a constructor of the class or of one of its superclasses. No other constructor runs.
    @SuppressWarnings("unchecked")
    static <T> Constructor<T> constructor(Class<T> type, Constructor<?> constructor) {
        try {
            Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
            return (Constructor<T>) factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                    .invoke(factory.getMethod("getReflectionFactory").invoke(null), type, constructor);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK cannot create a " + type + " without running its constructor", e);
        }
    }
}
