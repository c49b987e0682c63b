import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import vatmock.Sandbox;
import vatmock.Sandbox.Delivery;
import vatmock.Sandbox.DeliveryCriteria;
import vatmock.Stub;
import vatmock.VatmockExtension;

@ExtendWith(VatmockExtension.class)
class OrderClientTest {
    private OrderClient client;
    private String seller;
    private String buyer;

    @BeforeEach
    void setUp(Sandbox sandbox) throws IOException, InterruptedException {
        Sandbox.Credentials account = sandbox.credentials;
        client = new OrderClient(
            account.baseUrl(), account.tokenUrl(), account.clientId(), account.clientSecret(), Duration.ZERO);
        seller = account.sellers().get(0);
        buyer = client.saveBuyer(seller, buyerWith("DE100"));
    }

    private static Map<String, ?> buyerWith(String vatNumber) {
        return Map.of(
            "vatNumber", vatNumber,
            "companyName", "Autohaus Lindner GmbH",
            "address", Map.of("street", "Hafenstraße 73", "postCode", "34127", "city", "Kassel", "country", "DE"),
            "kycMode", "SERVICE_LED");
    }

    private Map<String, ?> order() {
        Map<String, ?> price = Map.of("value", 1_250_000, "currency", "EUR");
        return Map.of(
            "externalOrderId", "A-1",
            "buyerId", buyer,
            "purchaseDate", "2026-11-02",
            "vins", List.of(Map.of(
                "vin", "WVWZZZ1JZ3W386752", "brand", "Volkswagen", "model", "Golf", "purchaseAmount", price)),
            "totalAmount", price);
    }

    @Test
    void fetchesOneTokenForSeveralCalls() throws IOException, InterruptedException {
        client.createOrder(seller, order());
        assertEquals("Lindner", client.renameBuyer(seller, buyer, "Lindner"));
    }

    @Test
    void sendsAnOrderAgainUnderTheSameKeyWhenTheAnswerWasLost(Sandbox sandbox) throws IOException, InterruptedException {
        sandbox.activate("lost-answer");
        assertFalse(client.createOrder(seller, order()).isEmpty());
    }

    @Test
    void doesNotOverwriteWhatAnotherClientHasChanged(Sandbox sandbox) throws IOException, InterruptedException {
        sandbox.activate("version-mismatch-race");
        assertEquals("Lindner", client.renameBuyer(seller, buyer, "Lindner"));
    }

    @Test
    void givesUpAtOnceWhenTheTypeOfAProblemSaysThatARetryIsUseless(Sandbox sandbox) {
        sandbox.activate("order-conflict");
        OrderClient.Problem problem = assertThrows(OrderClient.Problem.class, () -> client.createOrder(seller, order()));
        assertEquals("resource-exists-different-body", problem.type);
    }

    /** Has VIES refuse a buyer, a minute later, while a receiver listens; returns the events that it accepted. */
    private List<String> refuseBuyer(Stub stub, Sandbox sandbox) throws IOException, InterruptedException {
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            String url = stub.receiverUrl(receiver.port());
            receiver.secret = client.registerWebhook(url, List.of("kyc.vies_check_failed"));
            client.saveBuyer(seller, buyerWith("DE200"));
            sandbox.advance("PT1M");
            return List.copyOf(receiver.events.values());
        }
    }

    @Test
    void acceptsWebhooksThatAreSigned(Stub stub, Sandbox sandbox) throws IOException, InterruptedException {
        assertEquals(List.of("kyc.vies_check_failed"), refuseBuyer(stub, sandbox));
        DeliveryCriteria delivered = new DeliveryCriteria("kyc.vies_check_failed", "DELIVERED", 1, "PT5S");
        assertEquals(List.of(204), sandbox.awaitDeliveries(delivered).stream().map(Delivery::httpStatus).toList());
    }

    @Test
    void refusesWebhooksThatAreNot(Stub stub, Sandbox sandbox) throws IOException, InterruptedException {
        sandbox.activate("forged-webhook");
        refuseBuyer(stub, sandbox);
    }
}
