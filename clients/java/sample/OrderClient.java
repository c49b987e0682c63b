import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** A small client of the API. */
final class OrderClient {
    /** What clients often do wrong, for the tests of this project. A client of yours has nothing of the kind. */
    static final String MISTAKE = System.getenv().getOrDefault("MISTAKE", "");

    private static final int MOST_ATTEMPTS = 3;
    /** A token is renewed this long before it expires. */
    private static final Duration RENEWAL = Duration.ofMinutes(1);

    static final class Problem extends IOException {
        final int status;
        /** The last part of its type: what a client decides by. */
        final String type;

        Problem(int status, JsonNode body) {
            super(body.path("detail").asText("the answer was " + status));
            this.status = status;
            String type = body.path("type").asText();
            this.type = type.substring(type.lastIndexOf('/') + 1);
        }

        /** Whether the same request may be accepted later. */
        boolean mayPass() {
            if (MISTAKE.equals("status-not-type") && status == 409) return true;
            return status >= 500 || type.equals("idempotency-key-in-flight");
        }
    }

    private record Answer(JsonNode body, String etag) {}

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final String baseUrl;
    private final URI tokenUrl;
    private final Map<String, String> form;
    private final Duration patience;
    private String token;
    private Instant renewAt = Instant.MIN;

    /** Waits {@code patience} before the second attempt, twice as long before the third. */
    OrderClient(String baseUrl, String tokenUrl, String clientId, String clientSecret, Duration patience) {
        this.baseUrl = baseUrl;
        this.tokenUrl = URI.create(tokenUrl);
        this.form = Map.of("grant_type", "client_credentials", "client_id", clientId, "client_secret", clientSecret);
        this.patience = patience;
    }

    /** Returns its id. */
    String saveBuyer(String seller, Map<String, ?> buyer) throws IOException, InterruptedException {
        return call("POST", "/partners/" + seller + "/buyers", buyer, null).body().path("uuid").asText();
    }

    /** Returns its id. */
    String createOrder(String seller, Map<String, ?> order) throws IOException, InterruptedException {
        return call("POST", "/partners/" + seller + "/orders", order, null).body().path("uuid").asText();
    }

    /** Changes the version that it has read. If another client was faster, it reads again. Returns the new name. */
    String renameBuyer(String seller, String buyer, String name) throws IOException, InterruptedException {
        String path = "/partners/" + seller + "/buyers/" + buyer;
        for (int attempt = 1; ; attempt++) {
            String etag = call("GET", path, null, null).etag();
            try {
                return call("PATCH", path, Map.of("companyName", name), etag).body().path("companyName").asText();
            } catch (Problem problem) {
                if (!problem.type.equals("version-mismatch") || attempt == MOST_ATTEMPTS) throw problem;
            }
        }
    }

    /** Returns the secret that signs deliveries: it is shown only once. */
    String registerWebhook(String url, List<String> events) throws IOException, InterruptedException {
        return call("POST", "/webhooks", Map.of("url", url, "events", events), null).body().path("secret").asText();
    }

    /** The key is drawn once for what is to be done, and sent with every attempt. */
    private Answer call(String method, String path, Object body, String ifMatch) throws IOException, InterruptedException {
        String key = UUID.randomUUID().toString();
        for (int attempt = 1; ; attempt++) {
            try {
                if (MISTAKE.equals("new-key")) key = UUID.randomUUID().toString();
                return send(method, path, key, body, ifMatch);
            } catch (IOException failed) {
                if (attempt == MOST_ATTEMPTS || (failed instanceof Problem problem && !problem.mayPass())) throw failed;
                Thread.sleep(patience.multipliedBy(attempt).toMillis());
            }
        }
    }

    private Answer send(String method, String path, String key, Object body, String ifMatch)
            throws IOException, InterruptedException {
        var content = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json.writeValueAsString(body));
        var request = HttpRequest.newBuilder(URI.create(baseUrl + path)).method(method, content)
            .header("Authorization", "Bearer " + getToken())
            .header("Content-Type", "application/json");
        if (!method.equals("GET")) request.header("Idempotency-Key", key);
        if (ifMatch != null && !MISTAKE.equals("no-if-match")) request.header("If-Match", ifMatch);
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        JsonNode answer = read(response.body());
        if (response.statusCode() >= 400) throw new Problem(response.statusCode(), answer);
        return new Answer(answer, response.headers().firstValue("ETag").orElse(null));
    }

    /** A gateway may answer something else than JSON. */
    private JsonNode read(String text) {
        try {
            return json.readTree(text);
        } catch (JsonProcessingException other) {
            return json.createObjectNode();
        }
    }

    private synchronized String getToken() throws IOException, InterruptedException {
        if (Instant.now().isBefore(renewAt) && !MISTAKE.equals("token-per-call")) return token;
        String fields = form.entrySet().stream()
            .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
        var request = HttpRequest.newBuilder(tokenUrl).POST(BodyPublishers.ofString(fields))
            .header("Content-Type", "application/x-www-form-urlencoded");
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() != 200) throw new IOException("no token: " + response.body());
        JsonNode granted = json.readTree(response.body());
        token = granted.path("access_token").asText();
        renewAt = Instant.now().plusSeconds(granted.path("expires_in").asLong()).minus(RENEWAL);
        return token;
    }
}
