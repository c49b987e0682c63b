import com.google.gson.Gson;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.DocumentsApi;
import org.openapitools.client.api.KycApi;
import org.openapitools.client.api.OrdersApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.BuyerDocumentType;
import org.openapitools.client.model.Document;
import org.openapitools.client.model.EventSubscription;
import org.openapitools.client.model.OrderCreateRequest;
import org.openapitools.client.model.OrderDocumentType;
import org.openapitools.client.model.WebhookCreateRequest;

/** Orders, uploads and reads documents with a generated client; says what it got. */
public class Flow {
  public static void main(String[] args) throws Exception {
    Map<String, String> env = System.getenv();
    ApiClient client = new ApiClient();
    client.setBasePath(env.get("BASE_URL"));
    client.setAccessToken(env.get("TOKEN"));
    UUID seller = UUID.fromString(env.get("SELLER"));
    File file = new File(env.get("FILE"));

    var request = OrderCreateRequest.fromJson(env.get("ORDER"));
    var order = new OrdersApi(client).createOrder("java-order", seller, request);
    var documents = new DocumentsApi(client);
    Document document = documents.uploadOrderDocument("java-upload", seller, order.getUuid(), OrderDocumentType.CMR, file, null, null);
    Document kyc =
        new KycApi(client).uploadBuyerDocument("java-kyc", seller, order.getBuyerId(), BuyerDocumentType.VAT_CERTIFICATE, file);
    byte[] data = Files.readAllBytes(documents.downloadDocument(document.getId()).toPath());
    var listed = documents.listOrderDocuments(seller, UUID.fromString(env.get("FINISHED")));
    var webhook =
        new WebhooksApi(client)
            .createWebhook(
                "java-webhook",
                new WebhookCreateRequest()
                    .url(URI.create(env.get("RECEIVER")))
                    .events(List.of(EventSubscription.COMPLIANCE_)));

    Map<String, Object> said = new LinkedHashMap<>();
    said.put(
        "uploaded",
        List.of(document.getType().getValue(), document.getFileName(), document.getSize(), document.getSha256()));
    said.put("kyc", List.of(kyc.getType().getValue(), kyc.getFileName()));
    said.put("downloaded", HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(data)));
    said.put("types", listed.getData().stream().map(each -> each.getType().getValue()).toList());
    said.put("events", webhook.getEvents().stream().map(EventSubscription::getValue).toList());
    System.out.println(new Gson().toJson(said));
    System.exit(0);
  }
}
