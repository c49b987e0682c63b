import pytest
from order_client import OrderClient, Problem
from webhook_receiver import Receiver

PRICE = {"value": 1250000, "currency": "EUR"}


def buyer(vat_number):
    return {
        "vatNumber": vat_number,
        "companyName": "Autohaus Lindner GmbH",
        "address": {"street": "Hafenstraße 73", "postCode": "34127", "city": "Kassel", "country": "DE"},
        "kycMode": "SERVICE_LED",
    }


@pytest.fixture
def client(sandbox):
    return OrderClient(sandbox.base_url, sandbox.token_url, sandbox.client_id, sandbox.client_secret, patience=0)


@pytest.fixture
def seller(sandbox):
    return sandbox.sellers[0]


@pytest.fixture
def buyer_id(client, seller):
    return client.save_buyer(seller, buyer("DE100"))["uuid"]


@pytest.fixture
def order(buyer_id):
    return {
        "externalOrderId": "A-1",
        "buyerId": buyer_id,
        "purchaseDate": "2026-11-02",
        "vins": [{"vin": "WVWZZZ1JZ3W386752", "brand": "Volkswagen", "model": "Golf", "purchaseAmount": PRICE}],
        "totalAmount": PRICE,
    }


def test_fetches_one_token_for_several_calls(client, seller, buyer_id, order):
    client.create_order(seller, order)
    assert client.rename_buyer(seller, buyer_id, "Lindner")["companyName"] == "Lindner"


def test_sends_an_order_again_under_the_same_key_when_the_answer_was_lost(sandbox, client, seller, order):
    sandbox.activate("lost-answer")
    assert client.create_order(seller, order)["uuid"]


def test_does_not_overwrite_what_another_client_has_changed(sandbox, client, seller, buyer_id):
    sandbox.activate("version-mismatch-race")
    assert client.rename_buyer(seller, buyer_id, "Lindner")["companyName"] == "Lindner"


def test_gives_up_at_once_when_the_type_of_a_problem_says_that_a_retry_is_useless(sandbox, client, seller, order):
    sandbox.activate("order-conflict")
    with pytest.raises(Problem) as refused:
        client.create_order(seller, order)
    assert refused.value.type == "resource-exists-different-body"


@pytest.fixture
def refuse_buyer(vatmock, sandbox, client, seller):
    """Has VIES refuse a buyer, a minute later, while a receiver listens."""

    def refuse():
        with Receiver() as receiver:
            url = vatmock.receiver_url(receiver.server_port)
            receiver.secret = client.register_webhook(url, ["kyc.vies_check_failed"])
            client.save_buyer(seller, buyer("DE200"))
            sandbox.advance("PT1M")
            return list(receiver.events.values())

    return refuse


def test_accepts_webhooks_that_are_signed(sandbox, refuse_buyer):
    assert refuse_buyer() == ["kyc.vies_check_failed"]
    [delivery] = sandbox.await_deliveries(event_type="kyc.vies_check_failed", status="DELIVERED")
    assert delivery["httpStatus"] == 204


def test_refuses_webhooks_that_are_not(sandbox, refuse_buyer):
    sandbox.activate("forged-webhook")
    refuse_buyer()
