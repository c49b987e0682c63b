import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { faultsOf } from '../../support/strict-ajv.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { POSTMAN_FORMAT } from './formats.ts';
import { type PostmanCollection, runPostman } from './run-postman.ts';
import {
  type AdminClient,
  type NewSandbox,
  createAdminClient,
  createSandbox,
  succeed,
  tokenOf,
} from '../control-api/admin-client.ts';

const HOSTILE = `it's "$(touch owned)" \`id\` <script>alert(1)</script> {{baseUrl}}`;

describe('what a visitor takes along', () => {
  let started: StartedMock;
  let admin: AdminClient;
  let first: NewSandbox;
  const statuses: number[] = [];
  beforeAll(async () => {
    started = await startMock();
    admin = createAdminClient(started);
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
    const buyer = await call('POST', `/partners/${seller!}/buyers`, {
      vatNumber: 'DE919148580',
      companyName: HOSTILE,
      address: { street: 'Weg 1', postCode: '34127', city: 'Kassel', country: 'DE' },
      kycMode: 'MARKETPLACE_LED',
    });
    const wish = {
      externalOrderId: 'LB-1',
      buyerId: buyer.uuid,
      purchaseDate: '2026-11-20',
      vins: [
        {
          vin: 'WBA8E9C50HK895273',
          brand: 'BMW',
          model: '320d',
          purchaseAmount: { value: 1625000, currency: 'EUR' },
        },
      ],
      totalAmount: { value: 1625000, currency: 'EUR' },
    };
    const key = { 'idempotency-key': 'the-same' };
    const order = await call('POST', `/partners/${seller!}/orders`, wish, key);
    await call('POST', `/partners/${seller!}/orders`, wish, key);
    await call('POST', `/partners/${seller!}/orders`, { ...wish, externalOrderId: 'LB-2' }, key);
    await call('GET', `/partners/${seller!}/orders/${order.uuid}`);
    await call('GET', `/orders?vin=WBA8E9C50HK895273&size=5`);
    const form = new FormData();
    form.set('type', 'INVOICE');
    form.set('file', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), 'invoice.pdf');
    await call('POST', `/partners/${seller!}/orders/${order.uuid}/documents`, form);
    await call('PATCH', `/partners/${seller!}/buyers/${buyer.uuid}`, { companyName: 'New' }, { 'if-match': '"99"' });
    await call('GET', '/orders/00000000-0000-4000-8000-000000000000/compliance');
    await call('GET', '/me', undefined, { authorization: 'Bearer wrong' });
    await call('POST', `/orders/${order.uuid}/cancel`, { reason: 'Enough' });
  });
  afterAll(() => started.stop());

  const take = async (format: string) =>
    succeed(await admin('GET', `/leave-behind?format=${format}&sandbox=${first.id}`));

  test('is of calls that went well and of calls that did not', () => {
    expect(statuses).toEqual([201, 201, 201, 422, 200, 200, 201, 409, 404, 200]);
  });

  test('as a Postman collection, makes the calls again in another sandbox', async () => {
    const collection = (await take('postman')).body as unknown as PostmanCollection;
    expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
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

  // Calls with hostile texts, uploads, refusals and headers: more than a storyboard has.
  test('as a Postman collection, is in its format', async () => {
    const { body, headers } = await take('postman');
    expect(headers['content-disposition']).toBe('attachment; filename="calls.postman_collection.json"');
    expect(faultsOf(new Ajv2020({ allErrors: true }).compile(POSTMAN_FORMAT), body)).toEqual([]);
  });

  test('as a page, has every call, nothing that runs, and no credential', async () => {
    const { text, headers } = await take('transcript');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="calls.html"');
    expect(text.match(/<article>/g)).toHaveLength(statuses.length);
    expect(text).not.toMatch(/<script|<img|<a |Bearer /);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  test('as an HTTP Archive, is that of the journal', async () => {
    const { body } = await take('har');
    const { log } = body as { readonly log: { readonly entries: readonly { _operationId: string | null }[] } };
    expect(log.entries.filter(({ _operationId }) => _operationId !== null).length).toBeGreaterThanOrEqual(
      statuses.length,
    );
  });

  test('of a sandbox without calls is empty, and of an unknown format nothing', async () => {
    const other = await createSandbox(admin, { fixtures: false });
    const { body } = succeed(await admin('GET', `/leave-behind?format=postman&sandbox=${other.id}`));
    expect((body as unknown as PostmanCollection).item.map(({ name }) => name)).toEqual(['Access token']);
    expect((await admin('GET', '/leave-behind?format=docx')).status).toBe(422);
  });
});
