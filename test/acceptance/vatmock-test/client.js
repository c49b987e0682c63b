// A client as somebody might write it in any language: it knows nothing of the stub but what its environment says.
// "right" sends a lost order again under the same key, "hasty" under another one; "telling" is right and says what it does.
const [, , manner = 'right', exitCode = '0'] = process.argv;
/** @param {string} line */
const tell = (line) => {
  if (manner === 'telling') console.log(line);
};
const { VATMOCK_BASE_URL, VATMOCK_TOKEN_URL, VATMOCK_CLIENT_ID, VATMOCK_CLIENT_SECRET } = process.env;

const grant = () =>
  fetch(String(VATMOCK_TOKEN_URL), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: String(VATMOCK_CLIENT_ID),
      client_secret: String(VATMOCK_CLIENT_SECRET),
    }),
  });

const order = JSON.stringify({
  externalOrderId: 'A-1',
  buyerId: 'c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035',
  purchaseDate: '2026-11-02',
  vins: [
    {
      vin: 'WVWZZZ1JZ3W386752',
      brand: 'Volkswagen',
      model: 'Golf',
      purchaseAmount: { value: 1_250_000, currency: 'EUR' },
    },
  ],
  totalAmount: { value: 1_250_000, currency: 'EUR' },
});

const { access_token: token } = /** @type {{ access_token: string }} */ (await (await grant()).json());
for (let attempt = 1; attempt <= 3; attempt++) {
  const key = manner === 'hasty' ? `key-${String(attempt)}` : 'key';
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
  const url = `${String(VATMOCK_BASE_URL)}/partners/3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31/orders`;
  try {
    const { status } = await fetch(url, { method: 'POST', headers, body: order });
    tell(`attempt ${String(attempt)} in ${String(process.env['VATMOCK_SCENARIO'])}: ${String(status)}`);
    break;
  } catch {
    tell(`attempt ${String(attempt)}: no answer`);
  }
}
process.exitCode = Number(exitCode);
