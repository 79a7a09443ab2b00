package dev.troupe.values;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.apache.fory.Fory;
import org.apache.fory.builder.BaseObjectCodecBuilder;
import org.apache.fory.builder.CodecUtils;
import org.apache.fory.builder.ObjectCodecBuilder;
import org.apache.fory.codegen.Expression;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.serializer.CodegenSerializer;
import org.apache.fory.serializer.ObjectSerializer;
import org.apache.fory.serializer.Serializer;
import org.apache.fory.serializer.Serializers;
import org.apache.fory.type.TypeUtils;

/// Compiles the serializer of a class as Fory does, except that objects are always created by [Instances], never by `new`.
@SuppressWarnings({"rawtypes", "unchecked"})
final class Compiled extends ObjectCodecBuilder {
    private static final MethodHandle LOAD = ForyAccess.staticMethod(CodecUtils.class, "loadOrGenCodecClass",
            MethodType.methodType(Class.class, Class.class, Fory.class, BaseObjectCodecBuilder.class));

    private Compiled(Class<?> type, Fory fory) {
        super(type, fory);
    }

    /// Whether compiled engines compile this class.
    static boolean may(ClassResolver resolver, Class<?> type) {
        return resolver.getConfig().isCodeGenEnabled() && CodegenSerializer.supportCodegenForJavaSerialization(type)
                && !Uncompiled.has(type);
    }

    static Serializer create(ClassResolver resolver, Class type) {
        Deferred known = new Deferred(resolver, type);
        resolver.setSerializerIfAbsent(type, known);
        Serializer serializer = may(resolver, type)
                ? Serializers.newSerializer(resolver, type, resolver.getJITContext().asyncVisitFory(fory -> load(fory, type)))
                : new ObjectSerializer(resolver, type);
        known.leaveTo(serializer);
        resolver.setSerializer(type, serializer);
        return serializer;
    }

    private static Class<? extends Serializer> load(Fory fory, Class<?> type) {
        try {
            return (Class) LOAD.invokeExact((Class) type, fory, (BaseObjectCodecBuilder) new Compiled(type, fory));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected Expression newBean() {
        Expression made = new Expression.Invoke(getObjectInstantiator(beanClass), "newInstance", TypeUtils.OBJECT_TYPE);
        return sourcePublicAccessible(beanClass) ? new Expression.Cast(made, beanType) : made;
    }
}
