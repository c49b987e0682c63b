import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { findPort } from '../../support/find-port.ts';
import { startedBy } from '../../support/started-by.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { succeed } from '../control-api/admin-client.ts';
import { WRITES } from './doors.ts';

type Headers = Readonly<Record<string, string>>;

const REFUSED = 'comes from a web page of another site';

const ask = (started: StartedMock, method: string, path: string, headers: Headers) =>
  started.api.call(method, started.mock.url + path, { as: null, body: '{}', headers });

const FOREIGN: readonly (readonly [string, Headers])[] = [
  ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['one in an old browser', { origin: 'https://evil.example' }],
  ['one that hides its origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['one without an Origin', { 'sec-fetch-site': 'cross-site' }],
  ['one that looks like loopback', { origin: 'http://localhost.evil.example:4010', 'sec-fetch-site': 'cross-site' }],
];

const OWN: readonly (readonly [string, Headers])[] = [
  ['curl', { 'user-agent': 'curl/8.5.0' }],
  ['a sender of webhooks', { 'user-agent': 'sender/1.0', 'x-signature': 'v1=00' }],
  ['fetch of Node', { 'sec-fetch-mode': 'cors' }],
  ['a page of this machine', { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }],
  ['a page of its own', { origin: 'http://127.0.0.1:5173', 'sec-fetch-site': 'same-site' }],
  ['a page behind a proxy', { origin: 'http://devbox:3000', 'sec-fetch-site': 'same-origin' }],
];

describe('on a local server', () => {
  const started = startedBy(beforeAll, afterAll);

  describe.each(WRITES)('%s %s', (method, path) => {
    test.each(FOREIGN)('refuses %s', async (_who, headers) => {
      expectProblem(await ask(started, method, path, headers), started.mock, {
        status: 403,
        type: 'forbidden',
        instance: path,
        detail: REFUSED,
      });
    });

    test.each(OWN)('takes %s', async (_who, headers) => {
      expect((await ask(started, method, path, headers)).text).not.toContain(REFUSED);
    });
  });

  test('what was refused has changed nothing', async () => {
    const { url } = started.mock;
    const received = async () =>
      succeed(await started.api.get(`${url}/__admin/inbox/shop`, { as: null })).body.messages as readonly object[];
    const before = (await received()).length;
    for (const [, headers] of FOREIGN) await ask(started, 'POST', '/__inbox/shop', headers);
    expect(await received()).toHaveLength(before);
    succeed(await ask(started, 'POST', '/__inbox/shop', {}));
    expect(await received()).toHaveLength(before + 1);
  });

  test('a link to it from another site may be followed', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    for (const path of ['/', '/problems', '/openapi.yaml'])
      expect((await ask(started, 'GET', path, headers)).status).toBe(200);
  });
});

describe('by the settings', () => {
  let started: StartedMock;
  afterEach(() => started.stop());

  const PAGE = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' };
  const refusals = async (headers: Headers) => {
    const answers = await Promise.all(WRITES.map(([method, path]) => ask(started, method, path, headers)));
    return WRITES.filter((_door, index) => answers[index]!.text.includes(REFUSED)).map(([, path]) => path);
  };

  test('a page that is named may call every door', async () => {
    started = await startMock({ corsOrigins: PAGE.origin });
    expect(await refusals(PAGE)).toEqual([]);
    expect(await refusals({ ...PAGE, origin: 'https://other.example' })).toHaveLength(WRITES.length);
  });

  test('where all pages may call the API, they still cannot control the stub nor write to its inboxes', async () => {
    started = await startMock({ corsOrigins: '*' });
    expect(await refusals(PAGE)).toEqual(['/__admin/reset', '/__admin/requests', '/__inbox/shop']);
  });

  test('a page of the public URL is the server’s own', async () => {
    const port = await findPort();
    started = await startMock({ port, publicUrl: 'https://stub.example/vat' });
    const post = (origin: string) =>
      started.api.call('POST', `http://127.0.0.1:${String(port)}/__inbox/shop`, {
        as: null,
        body: '{}',
        headers: { origin, 'sec-fetch-site': 'cross-site' },
      });
    expect((await post('https://stub.example')).text).not.toContain(REFUSED);
    expect((await post('https://stub.example.evil.example')).status).toBe(403);
  });
});
