import http.client
import uuid

SELLER = "3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31"


def order(external_order_id):
    amount = {"value": 1250000, "currency": "EUR"}
    return {
        "externalOrderId": external_order_id,
        "buyerId": "c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035",
        "purchaseDate": "2026-11-02",
        "vins": [{"vin": "WVWZZZ1JZ3W386752", "brand": "Volkswagen", "model": "Golf", "purchaseAmount": amount}],
        "totalAmount": amount,
    }


def create_order(stub, body):
    """The client under test: the key is drawn once, and sent with every attempt."""
    headers = {"Authorization": "Bearer " + stub.token(), "Idempotency-Key": str(uuid.uuid4())}
    for attempt in range(3):
        try:
            return stub.call("POST", f"/v1/partners/{SELLER}/orders", body, headers)
        except (http.client.HTTPException, ConnectionError):
            if attempt == 2:
                raise


def test_a_lost_answer_is_asked_for_again_under_the_same_key(stub):
    stub.activate("lost-answer")
    assert create_order(stub, order("A-1"))["uuid"]
    stub.verify("lost-answer")


def test_time_passes_when_it_is_told_to(stub):
    before = stub.admin("GET", "/clock")["now"]
    stub.admin("POST", "/clock/freeze", {})
    change = stub.admin("POST", "/clock/advance", {"by": "PT72H"})
    assert change["frozen"] and change["now"] > before
