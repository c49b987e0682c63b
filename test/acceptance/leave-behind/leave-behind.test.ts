import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { faultsOf } from '../../support/strict-ajv.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { BRUNO_FORMAT, POSTMAN_FORMAT } from './formats.ts';
import { type BrunoCollection, runBruno } from './run-bruno.ts';
import { type PostmanCollection, runPostman } from './run-postman.ts';
import { runScript } from './run-script.ts';
import { readZip } from '../../support/read-zip.ts';
import {
  type AdminClient,
  type NewSandbox,
  createAdminClient,
  createSandbox,
  succeed,
  tokenOf,
} from '../control-api/admin-client.ts';

// A script with a process for every call, on a machine that may be busy.

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

  test('as a script, makes the calls again in another sandbox, each with the recorded status', async () => {
    const { text, headers } = await take('curl');
    expect(headers['content-disposition']).toBe('attachment; filename="calls.sh"');
    expect(text).not.toContain(first.clientSecret);
    const other = await createSandbox(admin, { fixtures: false });
    const lines = (await runScript(text, other)).slice(2);
    expect(lines.map((line) => Number(line.split(': ').at(-1)))).toEqual(statuses);
    const { data } = (await admin('GET', `/buyers?sandbox=${other.id}`)).body as { data: { companyName: string }[] };
    expect(data[0]!.companyName).toBe(HOSTILE);
  });

  test('as a Postman collection, makes the calls again in another sandbox', async () => {
    const collection = (await take('postman')).body as unknown as PostmanCollection;
    expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
    expect(collection.variable.map(({ key }) => key)).toEqual(['baseUrl', 'tokenUrl', 'clientId', 'clientSecret']);
    // The hostile name has a variable of Postman in it, which is filled: a collection has no way to write it otherwise.
    const played = await runPostman(collection, await createSandbox(admin, { fixtures: false }));
    expect(played.slice(2).map(({ status }) => status)).toEqual(statuses);
  });

  test('as a Bruno collection, makes the calls again in another sandbox', async () => {
    const collection = (await take('bruno')).body as unknown as BrunoCollection;
    const played = await runBruno(collection, await createSandbox(admin, { fixtures: false }));
    expect(played.slice(2).map(({ status }) => status)).toEqual(statuses);
  });

  // Calls with hostile texts, uploads, refusals and headers: more than a storyboard has.
  test.each([
    ['postman', POSTMAN_FORMAT],
    ['bruno', BRUNO_FORMAT],
  ])('as a collection, is in the format of %s', async (format, schema) => {
    expect(faultsOf(new Ajv2020({ allErrors: true }).compile(schema), (await take(format)).body)).toEqual([]);
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

  test('as an archive, has the five files and the Export Files, which its page links to', async () => {
    const { id } = await createSandbox(admin);
    const { data } = succeed(await admin('GET', `/orders?limit=100&sandbox=${id}`)).body as {
      data: { uuid: string; exportFileReady: boolean }[];
    };
    const ready = data.filter(({ exportFileReady }) => exportFileReady).map(({ uuid }) => uuid);
    expect(ready.length).toBeGreaterThan(1);
    const answer = await fetch(`${started.mock.url}/__admin/leave-behind?format=zip&sandbox=${id}`);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${id}.zip"`);
    const files = readZip(Buffer.from(await answer.arrayBuffer()));
    const pdfs = [...files.keys()].filter((name) => name.startsWith('export-files/'));
    expect([...files.keys()].slice(0, 5)).toEqual([
      'calls.html',
      'calls.har',
      'calls.sh',
      'calls.postman_collection.json',
      'calls.bruno.json',
    ]);
    expect(pdfs.map((name) => name.slice(-12, -4)).sort()).toEqual(ready.map((uuid) => uuid.slice(0, 8)).sort());
    const page = files.get('calls.html')!.toString();
    expect([...page.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)).toEqual(pdfs);
    const shown = await fetch(`${started.mock.url}/__admin/orders/${ready[0]!}/export-file?sandbox=${id}`);
    const same = files.get(pdfs.find((name) => name.includes(ready[0]!.slice(0, 8)))!)!;
    expect(same.equals(Buffer.from(await shown.arrayBuffer()))).toBe(true);
  });

  test('of a sandbox without calls is empty, and of an unknown format nothing', async () => {
    const other = await createSandbox(admin, { fixtures: false });
    const script = succeed(await admin('GET', `/leave-behind?format=curl&sandbox=${other.id}`)).text;
    expect(script).not.toContain('# 1.');
    expect((await admin('GET', '/leave-behind?format=docx')).status).toBe(422);
  });
});
