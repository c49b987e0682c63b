import { afterAll, describe, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { SELLER } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

import { createWorkflow, succeed } from '../../support/workflow.ts';

const BUYER = `/partners/${SELLER}/buyers/5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254`;

const started = await closedBy(afterAll).start();

const currentVersion = async (): Promise<number> => Number((await started.api.get(BUYER)).body.version);

let names = 0;

/** Another name each time, so that there is something to change. */
const change = (ifMatch: string | undefined) =>
  started.api.patch(
    BUYER,
    { companyName: `Autohandel Kowalski ${String(++names)}` },
    { headers: { 'if-match': ifMatch } },
  );

test('the ETag is the version in double quotes, on reads and on writes', async () => {
  for (const { body, headers } of [await started.api.get(BUYER), await change(undefined)])
    expect(headers['etag']).toBe(`"${String(body.version)}"`);
});

/** The version as a read tells it; reading once more changes nothing. */
const versionOf = async (read: () => Promise<ApiAnswer>): Promise<number> => {
  const { body, headers } = succeed(await read());
  expect(await read()).toMatchObject({ body, headers: { etag: headers['etag'] } });
  expect(headers['etag']).toBe(`"${String(body.version)}"`);
  return Number(body.version);
};

test('the version of a resource grows by one with every change of it, and with no other', async () => {
  const workflow = createWorkflow(started.api, started.clock);
  const { orderUuid } = await workflow.begin();
  const order = () => workflow.order(orderUuid);
  const transport = () => workflow.transport(orderUuid);
  const compliance = () => workflow.compliance(orderUuid);
  const all = [order, transport, compliance];
  const versions = () => Promise.all(all.map(versionOf));
  expect(await versions()).toEqual([1, 1, 1]);

  const steps: readonly [string, () => Promise<ApiAnswer>, readonly (() => Promise<ApiAnswer>)[]][] = [
    ['the invoice', () => workflow.submitInvoice(orderUuid), [order, compliance]],
    ['its document', () => workflow.upload(orderUuid, 'INVOICE'), [compliance]],
    ['the payment in full', () => workflow.pay(orderUuid), [order, compliance]],
    ['the proof of payment', () => workflow.upload(orderUuid, 'PROOF_OF_PAYMENT'), [compliance]],
    ['the pickup declaration', () => workflow.upload(orderUuid, 'PICKUP_DECLARATION'), [compliance]],
    ['the consignment note', () => workflow.upload(orderUuid, 'CMR'), [compliance]],
    ['the pickup', () => workflow.confirmPickup(orderUuid), all],
    ['its revocation', () => workflow.revokePickup(orderUuid), all],
    ['the pickup once more', () => workflow.confirmPickup(orderUuid), all],
    // What can only come after the arrival is not missing on the road, so that its coming changes nothing either.
    ['the declaration, early', () => workflow.upload(orderUuid, 'DELIVERY_DECLARATION'), []],
    ['the final document, early', () => workflow.upload(orderUuid, 'INVOICE'), []],
    ['the delivery', () => workflow.confirmDelivery(orderUuid), all],
    ['the final invoice, and with it the verdict', () => workflow.submitInvoice(orderUuid), [order, compliance]],
  ];
  for (const [step, take, changed] of steps) {
    const before = await versions();
    succeed(await take());
    const after = await versions();
    expect([step, after]).toEqual([step, before.map((was, i) => was + (changed.includes(all[i]!) ? 1 : 0))]);
  }
});

test('an invoice that is submitted again has the next version, unless it is the same', async () => {
  const workflow = createWorkflow(started.api, started.clock);
  const { orderUuid } = await workflow.begin();
  const submit = (number: string) =>
    workflow.submitInvoice(orderUuid, { type: 'PRELIMINARY', invoiceNumber: number, invoiceDate: '2026-11-03' });
  const versions: unknown[] = [];
  for (const number of ['1', '2', '2', '3']) versions.push(succeed(await submit(number)).body.version);
  expect(versions).toEqual([1, 2, 2, 3]);
});

describe('If-Match', () => {
  test('of the current version lets the change through, in every form', async () => {
    const forms = [(v: string) => `"${v}"`, () => '*', (v: string) => `"999", "${v}"`, (v: string) => v];
    for (const toHeader of forms) {
      const version = await currentVersion();
      const header = toHeader(String(version));
      const { status, body } = await change(header);
      expect([header, status, body.version]).toEqual([header, 200, version + 1]);
    }
  });

  test('of another version is 409 with the current resource', async () => {
    const version = String(await currentVersion());
    for (const header of ['"999"', `W/"${version}"`, '"998", "999"']) {
      const { status, body } = await change(header);
      expect([header, status, body.type]).toEqual([header, 409, `${started.mock.url}/problems/version-mismatch`]);
      expect(body.currentResource).toMatchObject({ version: Number(version), uuid: expect.any(String) });
      expect(body.detail).toContain(`"${version}"`);
      expect(await currentVersion()).toBe(Number(version));
    }
  });

  test('that is no list of entity tags is malformed', async () => {
    expect((await change('"3')).status).toBe(400);
  });

  test('is compared for documents too', async () => {
    const path = '/documents/60a3d8f5-1c4b-4e97-a2d6-09f7b3e5c81a';
    const { headers } = await started.api.get(path);
    const archive = (ifMatch: string) =>
      started.api.patch(path, { status: 'ARCHIVED' }, { headers: { 'if-match': ifMatch } });
    expect((await archive(headers['etag'] ?? '')).status).toBe(200);
    expect((await archive('"77"')).status).toBe(409);
  });
});

describe('If-None-Match', () => {
  test('of what the client holds is 304 without a body', async () => {
    const { headers } = await started.api.get(BUYER);
    const etag = headers['etag'] ?? '';
    for (const header of [etag, `W/${etag}`, `"999", ${etag}`, '*']) {
      const answer = await started.api.get(BUYER, { headers: { 'if-none-match': header } });
      expect([header, answer.status, answer.text, answer.headers['etag']]).toEqual([header, 304, '', etag]);
    }
  });

  test('of something else is a read like any other', async () => {
    for (const header of ['"999"', 'nonsense"']) {
      const { status } = await started.api.get(BUYER, { headers: { 'if-none-match': header } });
      expect([header, status]).toEqual([header, 200]);
    }
  });
});
