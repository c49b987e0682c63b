import { afterEach, describe, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import {
  BUYER,
  CLIENT,
  HIGH_VOLUME_BUYER,
  HIGH_VOLUME_SELLER,
  ORDERS,
  RESTRICTED_BUYER,
  RESTRICTED_SELLER,
  SELLER,
  newOrder,
} from '../../support/sample-order.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';

const MINUTE = 60_000;

let started: StartedMock;
afterEach(() => started.stop());

/** One call after the other, so that the order of the answers is the order of the calls. */
const repeat = async (times: number, call: () => Promise<ApiAnswer>): Promise<ApiAnswer[]> => {
  const answers: ApiAnswer[] = [];
  for (let i = 0; i < times; i++) answers.push(await call());
  return answers;
};

const countOf = (answers: readonly ApiAnswer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

const read = (as: string) => () => started.api.get('/me', { as });
/** Each call makes another order. */
const write =
  (as: string, seller = SELLER, buyerId = BUYER) =>
  () =>
    started.api.post(`/partners/${seller}/orders`, newOrder({ buyerId }), { as });
const manage = (as: string) => () => started.api.get('/webhooks', { as });

describe.each([
  ['STANDARD', 'read', 300, 50, () => read('api-client-demo')],
  ['STANDARD', 'write', 60, 10, () => write('api-client-demo')],
  ['STANDARD', 'webhook-management', 10, 1, () => manage('api-client-demo')],
  ['HIGH_VOLUME', 'read', 1000, 166, () => read('api-client-high-volume')],
  ['HIGH_VOLUME', 'write', 200, 33, () => write('api-client-high-volume', HIGH_VOLUME_SELLER, HIGH_VOLUME_BUYER)],
  ['HIGH_VOLUME', 'webhook-management', 30, 5, () => manage('api-client-high-volume')],
])('%s %s: %d per minute and a burst of %d', (_tier, category, limit, burst, prepare) => {
  test('exactly so many pass, the next is refused until the window ends', async () => {
    started = await startMock();
    const call = prepare();
    const answers = await repeat(limit + burst + 1, call);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(limit + burst);
    expect(countOf(answers, 429)).toBe(1);
    const refused = answers.at(-1);
    expect(refused?.status).toBe(429);
    expect(refused?.body.type).toBe(`${started.mock.url}/problems/rate-limited`);
    expect(refused?.headers).toMatchObject({
      'retry-after': '60',
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String((started.clock.now() + MINUTE) / 1000),
      'x-ratelimit-category': category,
    });
    expect(answers[0]?.headers['x-ratelimit-remaining']).toBe(String(limit - 1));
    expect(answers[limit - 1]?.headers['x-ratelimit-remaining']).toBe('0');
    expect(answers[limit]?.headers['x-ratelimit-remaining']).toBe('0');

    started.clock.advance(MINUTE - 1);
    const last = await call();
    expect([last.status, last.headers['retry-after']]).toEqual([429, '1']);
    started.clock.advance(1);
    const next = await call();
    expect([next.status < 300, next.headers['x-ratelimit-remaining']]).toEqual([true, String(limit - 1)]);
  });
});

test('the budget is the organization’s: its clients share it, its categories do not', async () => {
  started = await startMock();
  await repeat(70, write('api-client-demo'));
  expect((await write('api-client-demo-2')()).status).toBe(429);
  expect((await read('api-client-demo')()).status).toBe(200);
  expect((await manage('api-client-demo')()).status).toBe(200);
  const another = write('api-client-restricted', RESTRICTED_SELLER, RESTRICTED_BUYER);
  expect((await another()).status).toBe(201);
});

describe('every response says how things stand, as far as that can be told', () => {
  const BUDGET = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
  const LINK = '/self-service/demo.7QM8XV3TZR1YW5KC7HN2BD9KF4';

  test.each([
    ['404 for a path that is none', 'GET', '/nowhere', 404, 'read', '300'],
    ['404 for a write to it', 'POST', '/nowhere', 404, 'write', '60'],
    ['404 below /webhooks', 'GET', '/webhooks/wh_1/nothing', 404, 'webhook-management', '10'],
    ['405 for another method', 'PUT', '/me', 405, 'write', '60'],
    ['405 on webhooks', 'PUT', '/webhooks', 405, 'webhook-management', '10'],
    ['400 for a path that cannot be read', 'GET', '/me/%zz', 400, 'read', '300'],
  ])('%s, with a token', async (_what, method, path, status, category, limit) => {
    started = await startMock();
    const answer = await started.api.call(method, path);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-ratelimit-limit': limit,
      'x-ratelimit-remaining': limit,
      'x-ratelimit-reset': String((started.clock.now() + MINUTE) / 1000),
      'x-ratelimit-category': category,
    });
  });

  test.each([
    ['401', 'GET', '/me', null, 401, 'read'],
    ['401 on webhooks', 'POST', '/webhooks', null, 401, 'webhook-management'],
    ['an open link', 'GET', LINK, null, 200, 'read'],
    ['a link that is none', 'GET', '/self-service/unknown', null, 404, 'read'],
    ['404 without a token', 'GET', '/nowhere', null, 404, 'read'],
    ['404 with a bad token', 'DELETE', '/nowhere', 'Bearer bad', 404, 'write'],
  ])('%s: the category alone, since nobody’s budget is known', async (_what, method, path, token, status, category) => {
    started = await startMock();
    const headers = token === null ? {} : { authorization: token };
    const answer = await started.api.call(method, path, {
      as: null,
      headers,
      ...(method === 'POST' ? { body: {} } : {}),
    });
    expect([answer.status, answer.headers['x-ratelimit-category']]).toEqual([status, category]);
    for (const name of BUDGET) expect(answer.headers[name]).toBeUndefined();
  });

  test('none of these uses the budget', async () => {
    started = await startMock();
    const before = await read('api-client-demo')();
    await started.api.get('/me', { as: null });
    await started.api.get(LINK, { as: null });
    await started.api.get('/nowhere');
    const after = await read('api-client-demo')();
    expect(Number(before.headers['x-ratelimit-remaining']) - Number(after.headers['x-ratelimit-remaining'])).toBe(1);
  });

  test('an unknown path stands in the journal of whoever asked for it', async () => {
    started = await startMock();
    await started.api.get('/nowhere');
    expect((await started.mock.requests.find({ status: 404 })).map(({ path }) => path)).toEqual(['/v1/nowhere']);
  });
});

test('ENTERPRISE counts like everybody, up to a ceiling that is told', async () => {
  started = await startMock();
  const as = { as: CLIENT };
  for (const { headers } of [
    await started.api.get('/orders?vin=WVWZZZ1JZ3W386752', as),
    await started.api.post(ORDERS, newOrder(), as),
    await started.api.get('/webhooks', as),
  ])
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '10000000', 'x-ratelimit-remaining': '9999999' });
});

test('without the burst the first request beyond the limit is refused', async () => {
  started = await startMock({ rateLimitBurst: 'off' });
  const answers = await repeat(11, manage('api-client-demo'));
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect(answers.at(-1)?.body.detail).not.toContain('burst');
});

test('a refusal that comes before counting shows the budget and leaves it alone', async () => {
  started = await startMock();
  const { headers } = await started.api.post(`/partners/${SELLER}/orders`, '{', {});
  expect(headers['x-ratelimit-remaining']).toBe('60');
});

describe('ten refusals in a row', () => {
  const exhaust = () => repeat(70 + 10, write('api-client-demo'));

  test('pause that client for fifteen minutes, in every category, and no other client', async () => {
    started = await startMock();
    expect(countOf(await exhaust(), 429)).toBe(10);
    const paused = await read('api-client-demo')();
    expect([paused.status, paused.headers['retry-after']]).toEqual([429, '900']);
    expect(paused.body.detail).toContain('paused');
    expect((await read('api-client-demo-2')()).status).toBe(200);

    started.clock.advance(15 * MINUTE - 1);
    // Refusals during the pause have not made it longer.
    expect((await read('api-client-demo')()).headers['retry-after']).toBe('1');
    started.clock.advance(1);
    expect((await read('api-client-demo')()).status).toBe(200);
  });

  test('any other answer in between begins the count anew', async () => {
    started = await startMock();
    await repeat(70 + 9, write('api-client-demo'));
    expect((await read('api-client-demo')()).status).toBe(200);
    await repeat(9, write('api-client-demo'));
    expect((await read('api-client-demo')()).status).toBe(200);
  });

  test('a call that is refused for another reason does not end the pause', async () => {
    started = await startMock();
    await exhaust();
    expect((await started.api.get('/partners/00000000-0000-4000-8000-000000000000/buyers')).status).toBe(403);
    expect((await read('api-client-demo')()).status).toBe(429);
  });
});
