import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { readZip } from '../../support/read-zip.ts';
import { createTempFolder } from '../../support/temp-folder.ts';
import {
  type AdminClient,
  type NewSandbox,
  createAdminClient,
  createSandbox,
  succeed,
  tokenOf,
} from '../control-api/admin-client.ts';

// A script with a process for every call, on a machine that may be busy.
jest.setTimeout(120_000);

const run = promisify(execFile);

const HOSTILE = `it's "$(touch owned)" \`id\` <script>alert(1)</script> {{baseUrl}}`;

interface PostmanItem {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly auth?: { readonly type: string };
    readonly header: readonly { readonly key: string; readonly value: string }[];
    readonly body?: {
      readonly mode: string;
      readonly raw?: string;
      readonly urlencoded?: readonly { readonly key: string; readonly value: string }[];
      readonly formdata?: readonly {
        readonly key: string;
        readonly type: string;
        readonly value?: string;
        readonly contentType?: string;
        readonly description?: string;
      }[];
    };
  };
  readonly event: readonly { readonly listen: string; readonly script: { readonly exec: readonly string[] } }[];
}

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
    const folder = await createTempFolder({ 'calls.sh': text });
    const file = folder.file('calls.sh');
    const other = await createSandbox(admin, { fixtures: false });
    const { stdout } = await run('sh', [file], {
      cwd: path.dirname(file),
      env: {
        ...process.env,
        BASE_URL: other.baseUrl,
        TOKEN_URL: other.tokenUrl,
        CLIENT_ID: other.clientId,
        CLIENT_SECRET: other.clientSecret,
      },
    });
    await folder.remove();
    const lines = stdout.trim().split('\n').slice(2);
    expect(lines.map((line) => Number(line.split(': ').at(-1)))).toEqual(statuses);
    const { data } = (await admin('GET', `/buyers?sandbox=${other.id}`)).body as { data: { companyName: string }[] };
    expect(data[0]!.companyName).toBe(HOSTILE);
  });

  test('as a Postman collection, makes the calls again in another sandbox', async () => {
    const collection = (await take('postman')).body as unknown as {
      readonly info: { readonly name: string; readonly schema: string };
      readonly variable: readonly { readonly key: string; readonly value: string }[];
      readonly item: readonly PostmanItem[];
    };
    expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
    const other = await createSandbox(admin, { fixtures: false });
    const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
    expect([...variables.keys()]).toEqual(['baseUrl', 'tokenUrl', 'clientId', 'clientSecret']);
    variables.set('clientId', other.clientId).set('clientSecret', other.clientSecret);
    const fill = (text: string): string =>
      text.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) => variables.get(name) ?? all);
    const seen: number[] = [];
    for (const { name, request, event } of collection.item) {
      const { method, url, auth, header, body } = request;
      const form = new FormData();
      for (const field of body?.formdata ?? [])
        form.set(
          field.key,
          field.type === 'file'
            ? new File(['%PDF-1.4\n%%EOF\n'], field.description!, { type: field.contentType! })
            : fill(field.value!),
        );
      const sent = {
        raw: () => fill(body!.raw!),
        urlencoded: () =>
          new URLSearchParams(body!.urlencoded!.map(({ key, value }): [string, string] => [key, fill(value)])),
        formdata: () => form,
      }[body?.mode ?? ''];
      const answer = await fetch(fill(url), {
        method,
        headers: {
          ...(auth?.type === 'noauth' ? {} : { authorization: `Bearer ${variables.get('token')!}` }),
          ...Object.fromEntries(header.map(({ key, value }) => [key, fill(value)])),
        },
        ...(sent === undefined ? {} : { body: sent() }),
      });
      const text = await answer.text();
      const failed: string[] = [];
      const pm = {
        test: (title: string, check: () => void) => {
          try {
            check();
          } catch {
            failed.push(`${name}: ${title}, but it is ${String(answer.status)} ${text}`);
          }
        },
        response: {
          json: () => JSON.parse(text) as unknown,
          to: {
            have: {
              status: (wanted: number) => {
                if (wanted !== answer.status) throw new Error('another status');
              },
            },
          },
        },
        collectionVariables: { set: (key: string, value: string) => variables.set(key, value) },
      };
      for (const { script } of event) runInNewContext(script.exec.join('\n'), { pm });
      expect(failed).toEqual([]);
      seen.push(answer.status);
    }
    // The hostile name has a variable of Postman in it, which is filled: a collection has no way to write it otherwise.
    expect(seen.slice(2)).toEqual(statuses);
  });

  test('as a Bruno collection, has the calls with what they capture and assert', async () => {
    const { name, items, environments } = (await take('bruno')).body as unknown as {
      readonly name: string;
      readonly items: readonly { readonly request: { readonly assertions: readonly { readonly value: string }[] } }[];
      readonly environments: readonly unknown[];
    };
    expect([typeof name, environments.length]).toEqual(['string', 1]);
    expect(items.slice(2).map(({ request }) => Number(request.assertions[0]!.value.slice(3)))).toEqual(statuses);
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
