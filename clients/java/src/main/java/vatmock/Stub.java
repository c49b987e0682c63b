package vatmock;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** One server for all tests: in a container, or a program. */
public final class Stub implements AutoCloseable {
    /** In the container. */
    private static final int PORT = 4010;
    private static final String READY = "/__admin/ready";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Delays of scenarios are recorded and not waited for. */
    private static final Map<String, String> SETTINGS = Map.of("VATMOCK_DELAYS", "skip", "VATMOCK_LOG_LEVEL", "warn");

    /**
     * @param image by default that of {@code VATMOCK_IMAGE}, else {@code vatmock}
     * @param reuse the container outlives the tests and serves the next ones, too
     * @param settings further ones: docs/configuration.md
     */
    public record Options(String image, boolean reuse, Map<String, String> settings) {
        public Options() {
            this(System.getenv().getOrDefault("VATMOCK_IMAGE", "vatmock"), false, Map.of());
        }
    }

    public final String url;
    final ControlApi control;
    private final String testHost;
    private final Runnable stop;

    private Stub(String url, String testHost, Runnable stop) {
        this.url = url;
        this.control = new ControlApi(url);
        this.testHost = testHost;
        this.stop = stop;
    }

    /**
     * Uses the stub that runs at {@code VATMOCK_URL}; else starts the program that {@code VATMOCK_COMMAND} names, such as
     * {@code npx vatmock}; else a container.
     */
    public static Stub start(Options options) {
        String running = System.getenv("VATMOCK_URL");
        if (running != null && !running.isEmpty()) return new Stub(running.replaceAll("/+$", ""), "127.0.0.1", () -> {});
        String command = System.getenv("VATMOCK_COMMAND");
        if (command != null && !command.isEmpty()) return startProgram(command, options.settings());
        GenericContainer<?> container = defineContainer(options);
        try {
            container.start();
        } catch (RuntimeException failed) {
            throw new IllegalStateException("No container; without a container engine, set VATMOCK_COMMAND", failed);
        }
        String url = "http://" + container.getHost() + ":" + container.getMappedPort(PORT);
        return new Stub(url, testHost(), options.reuse() ? () -> {} : container::stop);
    }

    /** The machine of the tests, as a container calls it. */
    private static String testHost() {
        return System.getenv().getOrDefault("VATMOCK_TEST_HOST", "host.docker.internal");
    }

    private static GenericContainer<?> defineContainer(Options options) {
        return new GenericContainer<>(DockerImageName.parse(options.image()))
            .withExposedPorts(PORT)
            .withExtraHost(testHost(), "host-gateway")
            .withEnv(SETTINGS)
            // Only this machine reaches the published port.
            .withEnv("VATMOCK_CONTROL_ACCESS", "open")
            .withEnv("VATMOCK_WEBHOOK_ALLOW", testHost())
            .withEnv(options.settings())
            .waitingFor(Wait.forHttp(READY).forPort(PORT).withStartupTimeout(PATIENCE))
            .withReuse(options.reuse());
    }

    private static Stub startProgram(String command, Map<String, String> settings) {
        try {
            int port;
            try (ServerSocket free = new ServerSocket(0)) {
                port = free.getLocalPort();
            }
            ProcessBuilder builder = new ProcessBuilder("sh", "-c", command + " serve --port " + port);
            builder.redirectOutput(Redirect.DISCARD).redirectError(Redirect.INHERIT);
            builder.environment().putAll(SETTINGS);
            builder.environment().putAll(settings);
            Process program = builder.start();
            Runnable stop = () -> {
                // A shell runs it, and a package runner may be between: all have to end.
                program.descendants().forEach(ProcessHandle::destroy);
                program.destroy();
                program.onExit().join();
            };
            Stub stub = new Stub("http://127.0.0.1:" + port, "127.0.0.1", stop);
            Instant deadline = Instant.now().plus(PATIENCE);
            while (!stub.isReady()) {
                if (!program.isAlive() || Instant.now().isAfter(deadline)) {
                    stop.run();
                    throw new IllegalStateException(command + " ended with " + program.exitValue() + " and was not ready");
                }
                Thread.sleep(50);
            }
            return stub;
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(command + " cannot be started", failed);
        }
    }

    private boolean isReady() {
        try {
            control.call("GET", "/ready", null, Object.class);
            return true;
        } catch (IllegalStateException notYet) {
            return false;
        }
    }

    /** Where the stub reaches a receiver that listens on this port of the machine of the tests. */
    public String receiverUrl(int port) {
        return "http://" + testHost + ":" + port;
    }

    public Sandbox createSandbox() {
        return createSandbox(Map.of());
    }

    /** Takes the members of {@code POST /__admin/sandboxes}, all optional. */
    public Sandbox createSandbox(Map<String, ?> wish) {
        return new Sandbox(control, control.call("POST", "/sandboxes", new HashMap<>(wish), Sandbox.Credentials.class));
    }

    @Override
    public void close() {
        stop.run();
    }
}
