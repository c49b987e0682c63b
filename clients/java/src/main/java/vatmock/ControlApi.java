package vatmock;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

final class ControlApi {
    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    private final String url;

    ControlApi(String url) {
        this.url = url + "/__admin";
    }

    /** What comes as this type; null if nothing comes. */
    <T> T call(String method, String path, Object body, Class<T> type) {
        try {
            var content = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json.writeValueAsString(body));
            var request = HttpRequest.newBuilder(URI.create(url + path)).method(method, content);
            if (body != null) request.header("Content-Type", "application/json");
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            String text = response.body();
            if (response.statusCode() >= 300)
                throw new IllegalStateException(method + " " + path + ": " + response.statusCode() + " " + text);
            return text.isEmpty() ? null : json.readValue(text, type);
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(method + " " + path, failed);
        }
    }
}
