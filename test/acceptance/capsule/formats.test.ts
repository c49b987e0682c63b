import { sampleBuyer } from '../../support/sample-order.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { faultsOf } from '../../support/strict-ajv.ts';
import { closedBy } from '../../support/closed-by.ts';
import { POSTMAN_FORMAT } from './postman-format.ts';
import { type PostmanCollection, runPostman } from './run-postman.ts';
import { type NewSandbox, createAdminClient, createSandbox, succeed, tokenOf } from '../control-api/admin-client.ts';

const HOSTILE = `it's "$(touch owned)" \`id\` <script>alert(1)</script> {{baseUrl}}`;

const started = await closedBy(afterAll).start();
const admin = createAdminClient(started);

const take = async (format: string, { id }: NewSandbox) =>
  succeed(await admin('GET', `/capsule?format=${format}&sandbox=${id}`));

const takeCollection = async (sandbox: NewSandbox): Promise<PostmanCollection> => {
  const { body, headers } = await take('postman', sandbox);
  expect(headers['content-disposition']).toBe('attachment; filename="calls.postman_collection.json"');
  expect(faultsOf(new Ajv2020({ allErrors: true }).compile(POSTMAN_FORMAT), body)).toEqual([]);
  return body as PostmanCollection;
};

describe('the calls of a client', () => {
  let first: NewSandbox;
  const statuses: number[] = [];
  beforeAll(async () => {
    first = await createSandbox(admin, { fixtures: false });
    const token = await tokenOf(first);
    const [seller] = first.sellers;
    const call = async (method: string, place: string, body?: unknown, headers: Record<string, string> = {}) => {
      const answer = await fetch(first.baseUrl + place, {
        method,
        headers: {
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
          ...(method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }),
          authorization: `Bearer ${token}`,
          ...headers,
        },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      // Without a client, it is in every journal, and not of the sandbox.
      if (answer.status !== 401) statuses.push(answer.status);
      return (await answer.json()) as { uuid: string };
    };
    const buyer = await call(
      'POST',
      `/partners/${seller!}/buyers`,
      sampleBuyer({ vatNumber: 'DE919148580', companyName: HOSTILE }),
    );
    const purchaseAmount = { value: 1625000, currency: 'EUR' };
    const wish = {
      externalOrderId: 'LB-1',
      buyerId: buyer.uuid,
      purchaseDate: '2026-11-20',
      vins: [{ vin: 'WBA8E9C50HK895273', brand: 'BMW', model: '320d', purchaseAmount }],
      totalAmount: purchaseAmount,
    };
    const key = { 'idempotency-key': 'the-same' };
    const order = await call('POST', `/partners/${seller!}/orders`, wish, key);
    await call('POST', `/partners/${seller!}/orders`, wish, key);
    await call('POST', `/partners/${seller!}/orders`, { ...wish, externalOrderId: 'LB-2' }, key);
    await call('GET', `/partners/${seller!}/orders/${order.uuid}`);
    await call('GET', `/orders?vin=WBA8E9C50HK895273&size=5`);
    const form = new FormData();
    // The journal has the beginning of the body only, without the fields.
    form.set(
      'file',
      new Blob([`%PDF-1.4\n${'x'.repeat(20_000)}\n%%EOF\n`], { type: 'application/pdf' }),
      'invoice.pdf',
    );
    form.set('type', 'INVOICE');
    await call('POST', `/partners/${seller!}/orders/${order.uuid}/documents`, form);
    await call('PATCH', `/partners/${seller!}/buyers/${buyer.uuid}`, { companyName: 'New' }, { 'if-match': '"99"' });
    await call('GET', '/orders/00000000-0000-4000-8000-000000000000/compliance');
    await call('GET', '/me', undefined, { authorization: 'Bearer wrong' });
    await call('POST', `/orders/${order.uuid}/cancel`, { reason: 'Enough' });
    expect(statuses).toEqual([201, 201, 201, 422, 200, 200, 201, 409, 404, 200]);
  });

  test('as a Postman collection, are made again in another sandbox', async () => {
    const collection = await takeCollection(first);
    expect(collection.variable.map(({ key }) => key)).toEqual(['baseUrl', 'tokenUrl', 'clientId', 'clientSecret']);
    expect(JSON.stringify(collection)).not.toContain(first.clientSecret);
    const other = await createSandbox(admin, { fixtures: false });
    const played = await runPostman(collection, other);
    expect(played.slice(2).map(({ status }) => status)).toEqual(statuses);
    const { data } = (await admin('GET', `/records/buyers?sandbox=${other.id}`)).body as {
      data: { companyName: string }[];
    };
    // A variable of Postman in a text is filled: a collection has no way to write it otherwise.
    expect(data[0]!.companyName).toBe(HOSTILE.replace('{{baseUrl}}', first.baseUrl));
  });

  test('as a page, are all there, with nothing that runs, and no credential', async () => {
    const { text, headers } = await take('transcript', first);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="calls.html"');
    expect(text.match(/<article>/g)).toHaveLength(statuses.length);
    expect(text).not.toMatch(/<script|<img|<a |Bearer /);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('type: INVOICE\nfile: invoice.pdf (20');
  });
});

test('a sandbox without calls has an empty collection, and an unknown format is refused', async () => {
  const { item } = await takeCollection(await createSandbox(admin, { fixtures: false }));
  expect(item.map(({ name }) => name)).toEqual(['Access token']);
  expect((await admin('GET', '/capsule?format=docx')).status).toBe(422);
});

// Storyboards in which nothing but calls of the API and time bring about what happens.
test.each([
  ['order-to-export-file', 'compliance.status_changed, compliance.decision_made, export_file.generated'],
  ['lost-answer-kept-order', undefined],
])(
  'a Postman collection plays the storyboard %s to its end, also where the clock is a year ahead',
  async (storyboard, events) => {
    const played = await createSandbox(admin);
    succeed(await admin('PUT', `/show?sandbox=${played.id}`, { body: { storyboard } }));
    let status: string;
    do {
      const { body } = succeed(await admin('POST', `/show/next?sandbox=${played.id}`));
      ({ status } = (body as { readonly show: { readonly status: string } }).show);
      expect(status).not.toBe('failed');
    } while (status !== 'finished');

    const ordersOf = async ({ id }: NewSandbox): Promise<unknown> => {
      const { data } = succeed(await admin('GET', `/records/orders?limit=100&sandbox=${id}`)).body as unknown as {
        data: readonly { readonly externalOrderId: string; readonly exportFileId: string | null }[];
      };
      return new Set(
        data.map(({ externalOrderId, exportFileId }) => `${externalOrderId} ${String(exportFileId !== null)}`),
      );
    };
    const collection = await takeCollection(played);
    expect([...(await take('transcript', played)).text.matchAll(/events: ([^<]*)/g)].at(-1)?.[1]).toBe(events);
    const other = await createSandbox(admin);
    await runPostman(collection, other);
    expect(await ordersOf(other)).toEqual(await ordersOf(played));
    expect(succeed(await admin('GET', `/clock?sandbox=${other.id}`)).body).toMatchObject({ frozen: false });

    const ahead = await createSandbox(admin);
    succeed(await admin('POST', `/clock/advance?sandbox=${ahead.id}`, { body: { by: 'P365D' } }));
    await runPostman(collection, ahead);
  },
);

test('a page of calls says when the clock moved', async () => {
  await started.api.get('/me');
  await started.api.get('/orders');
  succeed(await admin('POST', '/clock/advance', { body: { by: 'PT2M' } }));
  await started.api.get('/me');
  const { text } = succeed(await admin('GET', '/capsule?format=transcript'));
  expect([...text.matchAll(/<article>|The clock moved by [^<]+/g)].map(([found]) => found)).toEqual([
    '<article>',
    '<article>',
    'The clock moved by 2 minutes',
    '<article>',
  ]);
});
