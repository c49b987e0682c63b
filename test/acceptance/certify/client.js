// A client with its tests, as somebody might write it: it knows nothing of the stub but what its environment says. It does
// everything right, apart from the mistake that it is told to make.
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

const mistake = process.argv[2] ?? 'none';
/** @param {string} name */
const makes = (name) => mistake === name;

const { VATMOCK_BASE_URL, VATMOCK_TOKEN_URL, VATMOCK_CLIENT_ID, VATMOCK_CLIENT_SECRET } = process.env;
const PARTNER = '/partners/3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';
const BUYER = `${PARTNER}/buyers/c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035`;
/** Of the event that it waits for. */
const ORDER = '5b6f0a3e-1c9d-4e27-8a40-d2f7c3b91e68';
const ATTEMPTS = makes('gives up') ? 1 : 4;

let token = '';
const fetchToken = async () => {
  const form = { grant_type: 'client_credentials', client_id: VATMOCK_CLIENT_ID, client_secret: VATMOCK_CLIENT_SECRET };
  const answer = await fetch(String(VATMOCK_TOKEN_URL), {
    method: 'POST',
    body: new URLSearchParams(/** @type {Record<string, string>} */ (form)),
  });
  token = /** @type {{ access_token: string }} */ (await answer.json()).access_token;
};

/**
 * What is read of any answer.
 *
 * @typedef {{ pagination: { totalPages: number, totalElements: number }, data: unknown[], id: string, secret: string }} Body
 */

/**
 * @param {string} method
 * @param {string} path
 * @param {{ body?: object, etag?: string }} [sent]
 * @returns {Promise<{ status: number, etag: string, body: Body }>}
 */
const call = async (method, path, { body, etag } = {}) => {
  let key = randomUUID();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (token === '' || makes('fetches a token for every call')) await fetchToken();
    if (makes('draws a new key for every attempt')) key = randomUUID();
    const answer = await fetch(`${String(VATMOCK_BASE_URL)}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && !makes('sends no key') && { 'idempotency-key': key }),
        ...(etag !== undefined && !makes('sends no If-Match') && { 'if-match': etag }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    if (answer?.status === 401 && !makes('keeps a refused token')) token = '';
    else if (answer !== undefined && answer.status !== 401 && answer.status !== 429 && answer.status < 500) {
      const sent = await answer.text();
      return {
        status: answer.status,
        etag: answer.headers.get('etag') ?? '',
        body: /** @type {Body} */ (sent === '' ? undefined : JSON.parse(sent)),
      };
    }
    const told = makes('does not wait') ? 0 : Number(answer?.headers.get('retry-after') ?? 0);
    await pause(told * 1000);
  }
  throw new Error(`${method} ${path} failed ${ATTEMPTS} times`);
};

/** @param {boolean} holds @param {string} what */
const expect = (holds, what) => {
  if (!holds) throw new Error(what);
};

const readBuyers = async () => {
  const first = (await call('GET', `${PARTNER}/buyers`)).body;
  const pages = makes('reads one page') ? 1 : first.pagination.totalPages;
  let buyers = first.data.length;
  for (let page = 1; page < pages; page++)
    buyers += (await call('GET', `${PARTNER}/buyers?page=${page}`)).body.data.length;
  expect(makes('reads one page') || buyers === first.pagination.totalElements, 'buyers are missing');
};

const renameBuyer = async () => {
  for (let turn = 0; turn < 2; turn++) {
    const { etag } = await call('GET', BUYER);
    expect(!makes('reads versions in ETags') || /^"\d+"$/.test(etag), `the ETag ${etag} is no version`);
    const { status } = await call('PATCH', BUYER, { etag, body: { companyName: 'Renamed Ltd' } });
    if (status === 200) return;
    expect(status === 409, `renaming the buyer returned ${status}`);
  }
  throw new Error('somebody else is always faster');
};

const placeOrder = async () => {
  const amount = { value: 1_250_000, currency: 'EUR' };
  const { status } = await call('POST', `${PARTNER}/orders`, {
    body: {
      externalOrderId: 'C-1',
      buyerId: BUYER.slice(-36),
      purchaseDate: makes('sends a date as a number') ? 20_261_102 : '2026-11-02',
      vins: [{ vin: 'WVWZZZ1JZ3W386752', brand: 'Volkswagen', model: 'Golf', purchaseAmount: amount }],
      totalAmount: amount,
    },
  });
  expect(status < 300 || makes('sends a date as a number') || makes('sends no key'), `the order returned ${status}`);
};

/** @param {string} header @param {string} raw @param {string} secret */
const isGenuine = (header, raw, secret) => {
  if (makes('trusts every webhook')) return true;
  const parts = header.split(',').map((part) => part.split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!makes('takes webhooks of any age') && !(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false;
  const signed = makes('signs what it has parsed') ? JSON.stringify(JSON.parse(raw)) : raw;
  const expected = createHmac('sha256', secret).update(`${time}.${signed}`).digest('hex');
  const given = parts.filter(([name]) => name === 'v1');
  return (makes('reads one signature') ? given.slice(0, 1) : given).some(([, value]) => value === expected);
};

const receiveEvent = async () => {
  let secret = '';
  /** @type {PromiseWithResolvers<boolean>} */
  const { promise: received, resolve } = Promise.withResolvers();
  const receiver = createServer((incoming, outgoing) => {
    void text(incoming).then((raw) => {
      const isGood = isGenuine(String(incoming.headers['x-service-signature'] ?? ''), raw, secret);
      outgoing.writeHead(isGood ? 204 : 401).end(() => {
        if (isGood && raw.includes(ORDER)) resolve(true);
      });
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (receiver.address());
  const url = `http://127.0.0.1:${port}/hooks`;
  const { body: endpoint } = await call('POST', '/webhooks', { body: { url, events: ['compliance.*'] } });
  secret = endpoint.secret;
  const data = { orderUuid: ORDER, decision: 'VAT_EXEMPT' };
  await call('POST', `/webhooks/${endpoint.id}/test`, { body: { eventType: 'compliance.decision_made', data } });
  expect(await Promise.race([received, pause(5000, false, { ref: false })]), 'no event came');
  receiver.close();
  receiver.closeAllConnections();
};

await call('GET', '/me');
await readBuyers();
await renameBuyer();
await placeOrder();
if (!makes('has no receiver')) await receiveEvent();
