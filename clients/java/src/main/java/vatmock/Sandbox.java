package vatmock;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An organization with its client, its data and its clock. */
public final class Sandbox implements AutoCloseable {
    /** What a client needs to use its sandbox. */
    public record Credentials(
        String id, String clientId, String clientSecret, List<String> sellers, String baseUrl, String tokenUrl) {}

    /**
     * A mistake of the client, with the rule of the API description that it breaks.
     *
     * @param certain false if a correct client could look the same: it fails no test
     */
    public record Finding(String rule, String title, String detail, String quote, String remedy, boolean certain) {}

    /** @param verdict {@code met}, {@code not-met} or {@code open} */
    public record Verdict(String verdict, List<Expectation> expectations) {}

    public record Expectation(String verdict, String wanted, String came, String because) {}

    /**
     * A criterion that is null matches everything.
     *
     * @param status {@code PENDING}, {@code DELIVERED} or {@code FAILED}
     * @param timeout in real time, such as {@code PT5S}
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record DeliveryCriteria(String eventType, String status, Integer count, String timeout) {}

    public record Delivery(String id, String eventId, String eventType, String status, Integer httpStatus, int attempts) {}

    private record Findings(List<Finding> data) {}

    private record Deliveries(List<Delivery> data) {}

    public final Credentials credentials;
    private final ControlApi control;
    private final List<String> active = new ArrayList<>();

    Sandbox(ControlApi control, Credentials credentials) {
        this.control = control;
        this.credentials = credentials;
    }

    /** Any call about this sandbox: a path below {@code /__admin}, without a query. */
    public JsonNode control(String method, String path, Object body) {
        return call(method, path, body, JsonNode.class);
    }

    private <T> T call(String method, String path, Object body, Class<T> type) {
        return control.call(method, path + "?sandbox=" + credentials.id(), body, type);
    }

    /** Starts a scenario, and has {@link #verify} look at its verdict. */
    public void activate(String scenario) {
        control("POST", "/scenarios/" + scenario + "/activate", null);
        active.add(scenario);
    }

    public Verdict verdict(String scenario) {
        return call("GET", "/scenarios/" + scenario + "/verdict", null, Verdict.class);
    }

    /** Lets time pass, such as {@code PT72H}: all that falls due has happened when it returns. */
    public void advance(String by) {
        control("POST", "/clock/advance", Map.of("by", by));
    }

    public List<Delivery> awaitDeliveries(DeliveryCriteria criteria) {
        return call("POST", "/deliveries/await", criteria, Deliveries.class).data();
    }

    public List<Finding> findings() {
        return call("GET", "/findings", null, Findings.class).data();
    }

    /** Fails with what scenarios expected in vain, and with every certain finding. */
    public void verify() {
        List<String> faults = new ArrayList<>();
        for (String scenario : active)
            for (Expectation one : verdict(scenario).expectations())
                if (!one.verdict().equals("met"))
                    faults.add("%s: expected %s; %s. %s".formatted(scenario, one.wanted(), one.came(), one.because()));
        for (Finding one : findings())
            if (one.certain())
                faults.add("%s: %s%n  %s%n  API description: \"%s\"%n  %s"
                    .formatted(one.rule(), one.title(), one.detail(), one.quote(), one.remedy()));
        if (!faults.isEmpty()) throw new AssertionError(String.join(System.lineSeparator(), faults));
    }

    /** Deletes it. */
    @Override
    public void close() {
        control.call("DELETE", "/sandboxes/" + credentials.id(), null, Void.class);
    }
}
