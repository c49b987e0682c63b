package vatmock;

import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests one {@link Stub}, and each a {@link Sandbox}, which is verified when the test has passed, and deleted. */
public final class VatmockExtension implements ParameterResolver, AfterTestExecutionCallback {
    private static final Namespace NAMESPACE = Namespace.create(VatmockExtension.class);

    private final Stub.Options options;

    public VatmockExtension() {
        this(new Stub.Options());
    }

    public VatmockExtension(Stub.Options options) {
        this.options = options;
    }

    /** JUnit closes what is in its stores: the stub after all tests, a sandbox after its test. */
    private Stub stub(ExtensionContext context) {
        Store store = context.getRoot().getStore(NAMESPACE);
        return store.getOrComputeIfAbsent(Stub.class, key -> Stub.start(options), Stub.class);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Stub.class || type == Sandbox.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (parameter.getParameter().getType() == Stub.class) return stub(context);
        Store store = context.getStore(NAMESPACE);
        return store.getOrComputeIfAbsent(Sandbox.class, key -> stub(context).createSandbox(), Sandbox.class);
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        Sandbox sandbox = context.getStore(NAMESPACE).get(Sandbox.class, Sandbox.class);
        if (sandbox != null && context.getExecutionException().isEmpty()) sandbox.verify();
    }
}
