import { afterAll, expect, test } from '@jest/globals';
import { sendRaw, toHead } from '../../support/raw-http.ts';
import { closedBy } from '../../support/closed-by.ts';

const started = await closedBy(afterAll).start();

const detailOf = async (method: string, path: string): Promise<string> => {
  const { status, body } = await sendRaw(started.mock.url, toHead(`${method} ${path}`));
  expect(status).toBe(404);
  return body.detail as string;
};

const ID = '9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946';
const SELLER = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';

test.each([
  ['without its base path', 'GET', '/me', 'Did you mean /v1/me?'],
  ['in other letters', 'GET', '/v1/ME', 'Did you mean /v1/me?'],
  ['with a slash at its end', 'GET', '/v1/me/', 'Did you mean /v1/me?'],
  ['of a list with one', 'POST', `/v1/partners/${SELLER}/orders/`, `Did you mean /v1/partners/${SELLER}/orders?`],
  ['of a list of what has an id, with one', 'GET', '/v1/webhooks/', 'Did you mean /v1/webhooks?'],
  ['with a slash too many', 'GET', '/v1//webhooks', 'Did you mean /v1/webhooks?'],
  ['with a letter missing', 'GET', '/v1/order', 'Did you mean /v1/orders?'],
  ['with letters swapped', 'GET', `/v1/orders/${ID}/complaince`, `Did you mean /v1/orders/${ID}/compliance?`],
  ['with a word in the plural', 'POST', '/v1/webhook', 'Did you mean /v1/webhooks?'],
  [
    'that leaves the seller out',
    'GET',
    `/v1/orders/${ID}`,
    `"Read an order" is GET /v1/partners/{sellerId}/orders/${ID}.`,
  ],
  [
    'that leaves it out to create',
    'POST',
    '/v1/buyers',
    '"Create or sync a buyer" is POST /v1/partners/{sellerId}/buyers.',
  ],
  [
    'that names the seller where it is not asked for',
    'GET',
    `/v1/partners/${SELLER}/orders/${ID}/compliance`,
    `"Read the compliance rollup of an order" is GET /v1/orders/${ID}/compliance.`,
  ],
  [
    'that ends too early',
    'POST',
    '/v1/transport/delivery',
    '"Confirm the delivery" is POST /v1/transport/delivery/confirm.',
  ],
  ['of the control API', 'POST', '/__admin/clock/advanse', 'Did you mean /__admin/clock/advance?'],
])('a path %s', async (_how, method, path, hint) => {
  const detail = await detailOf(method, path);
  expect(detail.slice(-hint.length - 1)).toBe(` ${hint}`);
});

test.each([
  ['that has nothing to do with any', '/v1/nowhere'],
  ['of thousands of letters', `/v1/orders/${'a'.repeat(3000)}/transport`],
  ['of hundreds of segments', `/v1${'/orders'.repeat(60)}`],
  ['that is only the base', '/v1'],
])('nothing is offered for a path %s', async (_how, path) => {
  expect(await detailOf('GET', path)).toMatch(/^No operation has the path [^ ]*\.$/);
});
