import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrdersTest {
    private static final String SELLER = "3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31";
    private static final String ORDER = """
        { "externalOrderId": "A-1", "buyerId": "c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035", "purchaseDate": "2026-11-02",
          "vins": [{ "vin": "WVWZZZ1JZ3W386752", "brand": "Volkswagen", "model": "Golf",
                     "purchaseAmount": { "value": 1250000, "currency": "EUR" } }],
          "totalAmount": { "value": 1250000, "currency": "EUR" } }""";

    private static Stub stub;

    @BeforeAll
    static void start() throws IOException {
        stub = Stub.start();
    }

    @AfterAll
    static void stop() throws InterruptedException {
        stub.close();
    }

    @BeforeEach
    void reset() throws IOException, InterruptedException {
        stub.reset();
    }

    /** The client under test: the key is drawn once, and sent with every attempt. */
    private static HttpResponse<String> createOrder(String order) throws IOException, InterruptedException {
        String key = UUID.randomUUID().toString();
        for (int attempt = 1; ; attempt++) {
            try {
                return stub.post("/v1/partners/" + SELLER + "/orders", order, "Authorization", "Bearer " + stub.token(),
                    "Idempotency-Key", key, "Content-Type", "application/json");
            } catch (IOException lost) {
                if (attempt == 3) throw lost;
            }
        }
    }

    @Test
    void aLostAnswerIsAskedForAgainUnderTheSameKey() throws IOException, InterruptedException {
        stub.activate("lost-answer");
        assertEquals(201, createOrder(ORDER).statusCode());
        stub.verify("lost-answer");
    }
}
