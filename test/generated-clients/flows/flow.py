"""Orders, uploads and reads documents with a generated client; says what it got."""
import hashlib
import json
import os
import sys

sys.path.insert(0, os.environ["CLIENT"])
import openapi_client as generated  # noqa: E402

env = os.environ
configuration = generated.Configuration(host=env["BASE_URL"], access_token=env["TOKEN"])
with open(env["FILE"], "rb") as file:
    content = file.read()

with generated.ApiClient(configuration) as client:
    orders = generated.OrdersApi(client)
    documents = generated.DocumentsApi(client)
    order = orders.create_order("python-order", env["SELLER"], generated.OrderCreateRequest.from_json(env["ORDER"]))
    document = documents.upload_order_document(
        "python-upload", env["SELLER"], order.uuid, generated.OrderDocumentType.CMR, ("cmr.pdf", content)
    )
    kyc = generated.KYCApi(client).upload_buyer_document(
        "python-kyc", env["SELLER"], order.buyer_id, generated.BuyerDocumentType.VAT_CERTIFICATE, ("vat.pdf", content)
    )
    data = documents.download_document(document.id)
    listed = documents.list_order_documents(env["SELLER"], env["FINISHED"])
    webhook = generated.WebhooksApi(client).create_webhook(
        "python-webhook",
        generated.WebhookCreateRequest(url=env["RECEIVER"], events=[generated.EventSubscription.COMPLIANCE_DOT_STAR]),
    )

print(json.dumps({
    "uploaded": [document.type.value, document.file_name, document.size, document.sha256],
    "kyc": [kyc.type.value, kyc.file_name],
    "downloaded": hashlib.sha256(bytes(data)).hexdigest(),
    "types": [each.type.value for each in listed.data],
    "events": [each.value for each in webhook.events],
}))
