import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A stub server for the tests, steered through its control API. The JDK is all it needs. */
public final class Stub implements AutoCloseable {
    private static final Pattern BASE_URL = Pattern.compile("Base URL\\s+(\\S+)/v1");
    private static final Pattern ACCESS_TOKEN = Pattern.compile("\"access_token\":\"([^\"]+)\"");
    private static final Pattern VERDICT = Pattern.compile("\"verdict\":\"([^\"]+)\"");

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    public final String url;

    /** One that runs already, in a container for instance, else one of our own. */
    public static Stub start() throws IOException {
        String given = System.getenv("VATMOCK_URL");
        if (given != null) return new Stub(null, given);
        String command = System.getenv().getOrDefault("VATMOCK_COMMAND", "npx vatmock");
        List<String> line = new ArrayList<>(List.of(command.split(" ")));
        line.addAll(List.of("serve", "--port", "0", "--delays", "skip", "--log-level", "warn"));
        Process process = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader output = new BufferedReader(new InputStreamReader(process.getInputStream()));
        for (String text = output.readLine(); text != null; text = output.readLine()) {
            Matcher found = BASE_URL.matcher(text);
            if (found.find()) return new Stub(process, found.group(1));
        }
        throw new IOException("vatmock did not start");
    }

    private Stub(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    public HttpResponse<String> post(String path, String body, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path)).POST(BodyPublishers.ofString(body));
        if (headers.length > 0) request.headers(headers);
        return http.send(request.build(), BodyHandlers.ofString());
    }

    public String token() throws IOException, InterruptedException {
        String form = "grant_type=client_credentials&client_id=api-client-demo&client_secret=demo-secret";
        String path = "/auth/realms/integration/protocol/openid-connect/token";
        Matcher found = ACCESS_TOKEN.matcher(post(path, form, "Content-Type", "application/x-www-form-urlencoded").body());
        if (!found.find()) throw new IOException("there was no token");
        return found.group(1);
    }

    /** Each test begins with the same buyers and orders. */
    public void reset() throws IOException, InterruptedException {
        post("/__admin/reset", "");
    }

    public void activate(String scenario) throws IOException, InterruptedException {
        HttpResponse<String> answer = post("/__admin/scenarios/" + scenario + "/activate", "");
        if (answer.statusCode() != 200) throw new AssertionError(answer.body());
    }

    public void verify(String scenario) throws IOException, InterruptedException {
        URI report = URI.create(url + "/__admin/scenarios/" + scenario + "/verdict");
        String body = http.send(HttpRequest.newBuilder(report).build(), BodyHandlers.ofString()).body();
        Matcher verdict = VERDICT.matcher(body);
        if (!verdict.find() || !verdict.group(1).equals("met")) throw new AssertionError(body);
    }

    @Override
    public void close() throws InterruptedException {
        if (process == null) return;
        // npx starts the server as another process, which has to end too.
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        process.waitFor();
    }
}
