import { toMultipart, vehicle } from '../../support/workflow.ts';

/** An answer as it came over the wire. */
export interface Exchanged {
  readonly status: number;
  /** Names and values as they were written, in their order. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface Wire {
  readonly send: (
    method: string,
    path: string,
    headers?: Readonly<Record<string, string>>,
    body?: string | Uint8Array,
  ) => Promise<Exchanged>;
  /** The Authorization of a client, with a fresh token: enterprise has no limits, and demo the fixtures. */
  readonly authorize: (client: 'enterprise' | 'demo') => Promise<Readonly<Record<string, string>>>;
  /** Calls of the control API, which are no part of what is compared. */
  readonly control: (method: string, path: string, body?: object) => Promise<void>;
}

const SELLER = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';

type Body = Record<string, unknown>;

/** Plays calls of every kind, each with what earlier answers said, and tells what came of all of them. */
export const playCalls = async ({ send, authorize, control }: Wire): Promise<readonly Exchanged[]> => {
  const exchanged: Exchanged[] = [];
  const demo = await authorize('demo');
  let keys = 0;

  const call = async (
    method: string,
    path: string,
    {
      as = demo,
      headers = {},
      body,
    }: { as?: Readonly<Record<string, string>>; headers?: Record<string, string>; body?: unknown } = {},
  ): Promise<{ readonly status: number; readonly body: Body; readonly etag: string }> => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const answer = await send(
      method,
      path,
      {
        ...as,
        ...(method === 'GET' ? {} : { 'idempotency-key': `key-${String(++keys)}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body === undefined ? undefined : isRaw ? body : JSON.stringify(body),
    );
    exchanged.push(answer);
    const at = answer.rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'etag');
    return { status: answer.status, body: read(answer.body), etag: answer.rawHeaders[at + 1] ?? '' };
  };

  // Reads of the fixtures: pages, orders of sorting, single ones, files.
  await call('GET', '/v1/me');
  const orders: { uuid: string }[] = [];
  for (const page of [0, 1, 2, 9]) {
    const { body } = await call('GET', `/v1/orders?size=8&page=${String(page)}`);
    orders.push(...(body['data'] as { uuid: string }[]));
  }
  for (const sort of ['createdAt,asc', 'createdAt,desc', 'status,asc', 'nothing,asc'])
    await call('GET', `/v1/orders?size=5&sort=${sort}`);
  await call('GET', '/v1/orders?vin=WVWZZZ1JZ3W386752');
  await call('GET', '/v1/orders?status=CANCELLED');
  const { body: buyers } = await call('GET', `/v1/partners/${SELLER}/buyers?size=6`);
  for (const { uuid } of buyers['data'] as { uuid: string }[])
    await call('GET', `/v1/partners/${SELLER}/buyers/${uuid}`);
  await call('GET', `/v1/partners/${SELLER}/prospects`);
  for (const { uuid } of orders.slice(0, 16)) {
    await call('GET', `/v1/orders/${uuid}/compliance`);
    await call('GET', `/v1/orders/${uuid}/transport`);
  }
  for (const { uuid } of orders.slice(0, 8)) {
    const { body } = await call('GET', `/v1/partners/${SELLER}/orders/${uuid}/documents`);
    const [document] = (body['data'] ?? []) as { id: string }[];
    if (document !== undefined) await call('GET', `/v1/documents/${document.id}/download`);
    await call('GET', `/v1/orders/${uuid}/export-file`);
  }

  // Refusals, by whom and for whatever reason.
  await call('GET', '/v1/me', { as: {} });
  await call('GET', '/v1/me', { headers: { authorization: 'Bearer nonsense' } });
  await call('GET', '/v1/nowhere');
  await call('PUT', '/v1/me', { body: {} });
  await call('GET', `/v1/orders/${SELLER}/compliance`);
  await call('GET', '/v1/partners/00000000-0000-4000-8000-000000000000/buyers');
  await call('GET', '/v1/me', { headers: { accept: 'image/png' } });
  await call('GET', '/v1/me', { headers: { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` } });
  for (const body of ['{', '[]', '{"a":1}', '{"vatNumber":5}', '{"a":1,"a":2}'])
    await call('POST', `/v1/partners/${SELLER}/buyers`, { body });
  await call('POST', `/v1/partners/${SELLER}/buyers`, { body: 'x', headers: { 'content-type': 'text/plain' } });

  // Bodies that are generated, and examples by name.
  for (const preference of [
    'dynamic=true',
    'dynamic=true',
    'dynamic=true, seed=42',
    'code=404',
    'code=409, dynamic=true',
  ])
    for (const path of ['/v1/me', '/v1/orders', `/v1/partners/${SELLER}/buyers`])
      await call('GET', path, { headers: { prefer: preference } });

  // The workflow, with retries, conflicts and uploads.
  let as = await authorize('enterprise');
  const { body: me } = await call('GET', '/v1/me', { as });
  const partner = `/v1/partners/${String((me['authorizedPartners'] as string[])[0])}`;
  const bought: string[] = [];
  for (let n = 0; n < 4; n++) {
    const buyer = {
      vatNumber: n === 0 ? 'DE100' : ['FR100', 'IT200', 'ES300'][n - 1],
      companyName: `Käufer ${String(n)}`,
      address: { street: `Weg ${String(n)}`, postCode: '10115', city: 'Berlin', country: 'DE' },
      kycMode: n % 2 === 0 ? 'MARKETPLACE_LED' : 'SERVICE_LED',
    };
    const headers = { 'idempotency-key': `buyer-${String(n)}` };
    const { body } = await call('POST', `${partner}/buyers`, { as, body: buyer, headers });
    await call('POST', `${partner}/buyers`, { as, body: buyer, headers });
    await call('POST', `${partner}/buyers`, { as, body: { ...buyer, companyName: 'Anders' }, headers });
    const path = `${partner}/buyers/${String(body['uuid'])}`;
    const { etag } = await call('GET', path, { as });
    await call('PATCH', path, { as, body: { companyName: 'Neu' }, headers: { 'if-match': etag } });
    await call('PATCH', path, { as, body: { companyName: 'Alt' }, headers: { 'if-match': etag } });
    bought.push(String(body['uuid']));
  }
  await control('POST', '/clock/advance?sandbox=enterprise', { by: 'PT1M' });
  for (const [n, buyerId] of bought.entries()) {
    const { body: order } = await call('POST', `${partner}/orders`, {
      as,
      body: {
        externalOrderId: `D-${String(n)}`,
        buyerId,
        purchaseDate: '2026-11-02',
        vins: [vehicle('WVWZZZ1KZ6W386752')],
        totalAmount: { value: 1_250_000, currency: 'EUR' },
      },
    });
    const uuid = String(order['uuid']);
    const amount = { value: 1_250_000, currency: 'EUR' };
    const invoice = { invoiceNumber: `R-${String(n)}`, invoiceDate: '2026-11-03', vatIncluded: false, amount };
    await call('POST', `${partner}/orders/${uuid}/invoice`, { as, body: { ...invoice, marginScheme: false } });
    await call('POST', '/v1/transport/pickup/confirm', {
      as,
      body: { orderUuid: uuid, pickedUpAt: '2026-11-20T09:00:00Z' },
    });
    await call('POST', `${partner}/orders/${uuid}/payment`, { as, body: { amount, paidAt: '2026-11-19T09:00:00Z' } });
    const { body: form, contentType } = toMultipart({ type: 'CMR' }, `cmr-${String(n)}.pdf`);
    const upload = { as, body: form, headers: { 'content-type': contentType } };
    const { body: document } = await call('POST', `${partner}/orders/${uuid}/documents`, upload);
    await call('GET', `/v1/documents/${String(document['id'])}`, { as });
    await call('POST', '/v1/transport/pickup/confirm', {
      as,
      body: { orderUuid: uuid, pickedUpAt: '2026-11-20T09:00:00Z' },
    });
    await control('POST', '/clock/advance?sandbox=enterprise', { by: 'PT26H' });
    as = await authorize('enterprise');
    await call('GET', `/v1/orders/${uuid}/compliance`, { as });
  }
  const { body: endpoint } = await call('POST', '/v1/webhooks', {
    as,
    body: { url: 'http://127.0.0.1:9/hooks', events: ['prospect.submitted'], subscriptions: ['prospect.submitted'] },
  });
  await call('GET', '/v1/webhooks', { as });
  await call('GET', `/v1/webhooks/${String(endpoint['id'])}`, { as });
  const { body: invited } = await call('POST', `${partner}/prospects/self-service-invitations`, {
    as,
    body: { email: 'guest@example.com' },
  });
  const link = new URL(String(invited['url'])).pathname;
  await call('GET', link, { as: {} });

  // Scenarios: by name for one call, and for all of them.
  for (const name of ['internal-error', 'rate-limit-storm', 'maintenance', 'gateway-page', 'nothing-of-the-kind'])
    await call('GET', '/v1/me', { headers: { 'x-mock-scenario': name } });
  const { body: one } = await call('GET', `/v1/partners/${SELLER}/orders/27d5b8e1-90fa-4c63-8b74-3e1a6f0d5c92`);
  const { externalOrderId: _id, status: _status, uuid: _uuid, version: _version, ...order } = one;
  const { createdAt: _created, updatedAt: _updated, ...asked } = order;
  await call('POST', `/v1/partners/${SELLER}/orders`, {
    body: { ...asked, externalOrderId: 'D-500', vins: [vehicle('WVWZZZ1KZ6W386752')] },
    headers: { 'x-mock-scenario': 'internal-error' },
  });
  await control('POST', '/scenarios/slow-service/activate');
  await control('POST', '/scenarios/rate-limit-storm/activate');
  for (let n = 0; n < 6; n++) await call('GET', '/v1/me');

  // The rest is one write after the other, until the budget of the minute is used up, and beyond.
  while (exchanged.length < 200) await call('POST', `/v1/partners/${SELLER}/buyers`, { body: { vatNumber: 'DE100' } });
  return exchanged;
};

const read = (body: Buffer): Body => {
  try {
    return JSON.parse(body.toString('utf8')) as Body;
  } catch {
    return {};
  }
};
