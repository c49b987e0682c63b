import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { failureOf } from '../../support/scenario.ts';
import { startedBy } from '../../support/started-by.ts';
import { closedBy } from '../../support/closed-by.ts';
import { ONE_PROCESS, startMock } from '../../support/start-mock.ts';
import { succeed } from '../../support/workflow.ts';
import { createAdminClient, createSandbox, tokenOf } from '../control-api/admin-client.ts';
import { type Hook, createWebhookClient, signed } from './webhook-client.ts';

interface InboxMessage {
  readonly number: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string;
  readonly encoding: string;
  readonly signature: { readonly verdict: string; readonly webhookId: string | null; readonly reason: string };
  readonly answered: number | string;
}

const started = await closedBy(afterAll).start();
beforeEach(() => started.mock.clock.freeze());
afterEach(() => started.mock.reset());

const { admin, historyOf, register, ...client } = createWebhookClient(() => started);

const inbox = async (name = 'shop') =>
  succeed(await admin('GET', `/inbox/${name}`)).body as {
    readonly url: string;
    readonly answers: unknown[];
    readonly received: number;
    readonly messages: InboxMessage[];
  };

const fire = async (hook: Hook): Promise<string> => (await client.fire(hook)).eventId as string;

/** As a program elsewhere would send it. */
const post = (url: string, body: string, headers: Record<string, string> = {}): Promise<ApiAnswer> =>
  started.api.call('POST', url, { as: null, body, headers: { 'idempotency-key': undefined, ...headers } });

describe('an inbox', () => {
  test('keeps what comes, byte for byte, with what a receiver would think of its signature', async () => {
    const { url } = await inbox();
    expect(url).toBe(`${started.mock.url}/__inbox/shop`);
    const hook = await register(url);
    const event = await fire(hook);
    await started.mock.idle();
    const { messages, received } = await inbox();
    expect(received).toBe(1);
    const [message] = messages;
    expect(message).toMatchObject({
      number: 1,
      encoding: 'text',
      signature: { verdict: 'valid', webhookId: hook.id },
      answered: 200,
    });
    expect(JSON.parse(message!.body)).toMatchObject({ id: event, type: 'prospect.submitted' });
    const headers = Object.fromEntries(message!.headers.map(({ name, value }) => [name.toLowerCase(), value]));
    expect(signed({ raw: message!.body, headers }).by(hook.secret)).toBe(true);
    expect(message!.headers.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['content-type', 'user-agent', 'content-length', 'host']),
    );
    expect(await historyOf(hook.id)).toMatchObject([{ status: 'DELIVERED', httpStatus: 200, attempts: 1 }]);
  });

  test('answers as it was told, and the schedule takes it as it comes', async () => {
    const hook = await register((await inbox()).url);
    const { body } = await admin('PUT', '/inbox/shop', { answers: [500, 'timeout', 'reset', 204] });
    expect(body.answers).toEqual([500, 'timeout', 'reset', 204]);
    await fire(hook);
    await started.mock.clock.advance({ by: 'PT1H' });
    expect(await historyOf(hook.id)).toMatchObject([{ status: 'DELIVERED', httpStatus: 204, attempts: 4 }]);
    const { messages, answers } = await inbox();
    expect(messages.map(({ answered }) => answered)).toEqual([500, 'timeout', 'reset', 204]);
    expect(answers).toEqual([204]);
    const [delivery] = await started.mock.deliveries.list({ webhookId: hook.id });
    expect(delivery!.tries.map(({ httpStatus, failure }) => httpStatus ?? failure)).toEqual([
      500,
      'timeout',
      'answer_broken',
      204,
    ]);
  });

  test.each([
    ['stale', 'stale'],
    ['future', 'future'],
    ['wrong-secret', 'invalid'],
    ['altered-body', 'invalid'],
    ['missing', 'missing'],
  ])('judges a signature that is %s: %s', async (signature, verdict) => {
    const hook = await register((await inbox()).url);
    await admin('PATCH', `/webhooks/${hook.id}`, { chaos: { rules: [{ signature }] } });
    await fire(hook);
    await started.mock.idle();
    expect((await inbox()).messages).toMatchObject([{ signature: { verdict } }]);
  });

  test('takes posts of anybody who has its address, over HTTP', async () => {
    const { url } = await inbox();
    // Of several endpoints with this address the last, and its former secret.
    const [, hook] = [await register(url), await register(url)];
    succeed(await admin('POST', `/webhooks/${hook.id}/rotate-secret`));
    const body = `{"id":"evt_of_my_own","note":"ü"}`;
    const t = String(started.clock.now() / 1000);
    const v1 = createHmac('sha256', hook.secret).update(`${t}.${body}`).digest('hex');
    expect(await post(url, body, { 'x-service-signature': `t=${t},v1=${v1}` })).toMatchObject({
      status: 200,
      body: { received: 1 },
      headers: { 'x-mock-source': 'inbox' },
    });
    await post(url, body, {
      'x-service-signature': `t=${t},v1=${v1.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}`,
    });
    await post(url, body, { 'x-service-signature': 'certainly' });
    await post(url, body);
    expect((await inbox()).messages.map(({ signature }) => signature.verdict)).toEqual([
      'valid',
      'invalid',
      'missing',
      'missing',
    ]);
    expect((await inbox()).messages[0]).toMatchObject({ body, encoding: 'text' });
  });

  test('without a webhook endpoint has nothing to verify with', async () => {
    await post((await inbox('nobody')).url, '\u0000 whatever', { 'content-type': 'text/plain' });
    expect((await inbox('nobody')).messages).toMatchObject([
      { body: '\u0000 whatever', signature: { verdict: 'unknown', webhookId: null } },
    ]);
  });

  test('over HTTP breaks off, and lets wait, as it was told', async () => {
    const { url } = await inbox();
    await admin('PUT', '/inbox/shop', { answers: ['reset', 302, 204] });
    expect((await failureOf(post(url, '{}'))).code).toBe('ECONNRESET');
    expect((await post(url, '{}')).status).toBe(302);
    expect(await post(url, '{}')).toMatchObject({ status: 204, text: '' });
    expect((await inbox()).received).toBe(3);
  });

  test('is listed, emptied, and forgotten with its sandbox', async () => {
    const { url } = await inbox();
    await post(url, '{}');
    await admin('PUT', '/inbox/other', { answers: [418] });
    expect((await admin('GET', '/inbox')).body.data).toEqual([
      { name: 'shop', url, answers: [], received: 1, kept: 1 },
      { name: 'other', url: url.replace('shop', 'other'), answers: [418], received: 0, kept: 0 },
    ]);
    expect((await admin('DELETE', '/inbox/other')).status).toBe(204);
    expect(await inbox('other')).toMatchObject({ answers: [], messages: [] });
    await started.mock.reset();
    expect((await admin('GET', '/inbox')).body.data).toEqual([]);
  });

  test('takes POST only, and bodies of a decent size', async () => {
    const { url } = await inbox();
    expect(await started.api.get(url, { as: null })).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect((await post(url, 'x'.repeat(262_145))).status).toBe(413);
    expect((await inbox()).received).toBe(0);
  });

  test('knows bytes that are no text', async () => {
    const { url } = await inbox();
    await started.api.call('POST', url, { as: null, body: Uint8Array.from([0xff, 0x00, 0x80]) });
    expect((await inbox()).messages).toMatchObject([{ body: '/wCA', encoding: 'base64' }]);
  });

  test.each([
    [{ answers: 'all' }, 'answers'],
    [{ answers: [100] }, 'answers[0]'],
    [{ answers: ['explode'] }, 'answers[0]'],
    [{ answers: [200], more: 1 }, 'more'],
    [{}, ''],
  ])('refuses to be told %j', async (body, field) => {
    const answer = await admin('PUT', '/inbox/shop', body);
    expect(answer).toMatchObject({ status: 422 });
    expect((answer.body.errors as { field: string }[]).map((error) => error.field)).toContain(field);
  });

  test.each(['a%2Fb', '..%2Fx', '-a', 'a'.repeat(64)])('has no name such as %s', async (name) => {
    expect([404, 422]).toContain((await admin('GET', `/inbox/${name}`)).status);
  });
});

test('the inbox of another sandbox has an address of its own, which nobody guesses, and keeps what comes to itself', async () => {
  const control = createAdminClient(started);
  const other = await createSandbox(control);
  const ask = async () => (await control('GET', `/inbox/shop?sandbox=${other.id}`)).body.url as string;
  const [url, same] = await Promise.all([ask(), ask()]);
  expect(same).toBe(url);
  expect(url).toMatch(new RegExp(`^${started.mock.url}/__inbox/${other.id}\\.[0-9A-HJKMNP-TV-Z]{26}/shop$`));
  await post(url, '{"for":"the other"}');
  expect((await inbox()).messages).toEqual([]);
  expect((await control('GET', `/inbox/shop?sandbox=${other.id}`)).body.messages).toMatchObject([
    { body: '{"for":"the other"}' },
  ]);
  const wrong = url.replace(/.(?=\/shop$)/, (last) => (last === '0' ? '1' : '0'));
  const unknown = url.replace(other.id, 'sb-unknown');
  const [one, two] = [await post(wrong, '{}'), await post(unknown, '{}')];
  expect(one.status).toBe(404);
  expect(one.text).toBe(two.text);
  expect(started.exchanges.filter(({ path }) => path.includes(url.slice(-31, -5)))).toEqual([]);
  succeed(await control('DELETE', `/sandboxes/${other.id}`));
  expect((await post(url, '{}')).status).toBe(404);
});

test('a copy of a sandbox sends to inboxes of its own', async () => {
  const control = createAdminClient(started);
  const SELLERS = [{ uuid: '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31' }, { uuid: '7c2d9e14-5a3b-4f68-8e0d-1a9b2c3d4e5f' }];
  const wish = { fixtures: false, sellers: SELLERS };
  const copyOf = async (from: string): Promise<{ id: string; token: string }> => {
    const copy = await createSandbox(control, wish);
    const state = (await control('GET', `/state?sandbox=${from}`)).body as object;
    succeed(await control('PUT', `/state?sandbox=${copy.id}`, { body: state }));
    return { id: copy.id, token: await tokenOf(copy) };
  };
  const receivedIn = async (sandbox: string): Promise<number> =>
    (await control('GET', `/inbox/shop?sandbox=${sandbox}`)).body.received as number;

  const hook = await register((await inbox()).url);
  const first = await copyOf('demo');
  const { url } = (await control('GET', `/inbox/shop?sandbox=${first.id}`)).body as { url: string };
  const asFirst = { as: null, headers: { authorization: `Bearer ${first.token}` } };
  succeed(await started.api.patch(`/webhooks/${hook.id}`, { url }, asFirst));
  const second = await copyOf(first.id);
  for (const { token } of [first, second]) {
    const fired = { eventType: 'prospect.submitted', data: {} };
    const authorization = `Bearer ${token}`;
    succeed(await started.api.post(`/webhooks/${hook.id}/test`, fired, { as: null, headers: { authorization } }));
  }
  await started.mock.idle();
  expect([await receivedIn('demo'), await receivedIn(first.id), await receivedIn(second.id)]).toEqual([0, 1, 1]);
});

describe('on a hosted server', () => {
  const OPERATOR = 'the-operator-of-this-server';
  const hosted = startedBy(beforeAll, afterAll, { ...ONE_PROCESS, mode: 'hosted', adminToken: OPERATOR });

  const visit = async () => {
    const sandbox = await createSandbox(createAdminClient(hosted), { name: 'Visitor' }, { token: OPERATOR });
    const authorization = `Bearer ${await tokenOf(sandbox)}`;
    const ask = (method: string, path: string, body?: unknown) =>
      hosted.api.call(method, path, { as: null, body, headers: { authorization } });
    const control = (method: string, path: string, body?: unknown) =>
      ask(method, `${hosted.mock.url}/__admin${path}`, body);
    return { sandbox, ask, control };
  };

  test.each(['https://127.0.0.1/', 'https://10.0.0.1/', 'http://receiver.example/'])(
    'an endpoint at %s is refused',
    async (url) => {
      const { ask } = await visit();
      expect((await ask('POST', '/webhooks', { url, events: ['kyc.*'] })).status).toBe(422);
    },
  );

  test('a webhook endpoint may be the sandbox’s own inbox, although nothing else of this machine may be', async () => {
    const { sandbox, ask, control } = await visit();
    const url = (await control('GET', '/inbox/shop')).body.url as string;
    const { body: hook } = succeed(await ask('POST', '/webhooks', { url, events: ['kyc.*'] }));
    succeed(await ask('POST', `/webhooks/${hook.id as string}/test`, { eventType: 'prospect.submitted', data: {} }));
    await hosted.mock.idle();
    expect((await control('GET', '/inbox/shop')).body.messages).toMatchObject([
      { signature: { verdict: 'valid', webhookId: hook.id } },
    ]);
    for (const other of [
      `${url}?x=1`,
      `${url}/`,
      url.replace('/shop', '/../../v1/orders'),
      url.replace('__inbox', '__admin/inbox'),
      url.replace('//', '//user@'),
      `${hosted.mock.url}/__admin/reset`,
      `${hosted.mock.url}/v1/me`,
      url.replace('127.0.0.1', 'localhost.example'),
    ])
      expect([other, (await ask('POST', '/webhooks', { url: other, events: ['kyc.*'] })).status]).toEqual([other, 422]);
    const spelling = url.replace('127.0.0.1', 'localhost');
    expect((await ask('POST', '/webhooks', { url: spelling, events: ['kyc.*'] })).status).toBe(201);
    expect(hosted.exchanges.map(({ path }) => path).join()).not.toContain(url.split('.').at(-1)!.slice(0, 26));
    expect(sandbox.id).toMatch(/^sb-/);
  });

  test('there are no short addresses, and nobody sees or reaches the inbox of somebody else', async () => {
    const [one, other] = [await visit(), await visit()];
    const url = (await one.control('GET', '/inbox/shop')).body.url as string;
    const send = (to: string) => hosted.api.call('POST', to, { as: null, body: '{}' });
    expect((await send(`${hosted.mock.url}/__inbox/shop`)).status).toBe(404);
    expect((await send(url)).status).toBe(200);
    expect((await send(url.replace(one.sandbox.id, other.sandbox.id))).status).toBe(404);
    expect((await other.control('GET', '/inbox/shop')).body.messages).toEqual([]);
    expect((await other.control('GET', `/inbox/shop?sandbox=${one.sandbox.id}`)).status).toBe(403);
    expect((await one.control('GET', '/inbox/shop')).body.received).toBe(1);
  });

  test('a short address that is registered means an inbox of one’s own', async () => {
    const { ask, control } = await visit();
    const url = `${hosted.mock.url}/__inbox/shop`;
    const { body } = succeed(await ask('POST', '/webhooks', { url, events: ['kyc.*'] }));
    succeed(await ask('POST', `/webhooks/${body.id as string}/test`, { eventType: 'prospect.submitted', data: {} }));
    await hosted.mock.idle();
    expect((await control('GET', '/inbox/shop')).body.messages).toMatchObject([{ signature: { verdict: 'valid' } }]);
  });

  test('keys do not follow from a seed', async () => {
    const keyOf = async () => ((await (await visit()).control('GET', '/inbox/a')).body.url as string).split('.').at(-1);
    expect(await keyOf()).not.toBe(await keyOf());
  });
});

test('with a public URL the inbox is there, and a delivery finds its way without leaving', async () => {
  const behind = await startMock({ publicUrl: 'https://stub.example' });
  const authorization = `Bearer ${await behind.mock.token()}`;
  const ask = async (method: string, path: string, body?: object): Promise<ReturnType<typeof JSON.parse>> => {
    const answer = await behind.mock.handle(
      new Request(`https://stub.example${path}`, {
        method,
        headers: { authorization, 'idempotency-key': path, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    expect(answer.ok).toBe(true);
    return answer.json();
  };
  const { url } = await ask('GET', '/__admin/inbox/shop');
  expect(url).toBe('https://stub.example/__inbox/shop');
  const { id } = await ask('POST', '/v1/webhooks', { url, events: ['compliance.*'] });
  await ask('POST', `/v1/webhooks/${id as string}/test`, { eventType: 'prospect.submitted', data: {} });
  await behind.mock.idle();
  expect((await ask('GET', '/__admin/inbox/shop')).messages).toMatchObject([{ signature: { verdict: 'valid' } }]);
  await behind.stop();
});
