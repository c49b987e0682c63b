import { afterEach, describe, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import {
  BUYER,
  HIGH_VOLUME_BUYER,
  HIGH_VOLUME_SELLER,
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

test('ENTERPRISE is never refused here', async () => {
  started = await startMock();
  expect(countOf(await repeat(400, read('api-client-enterprise')), 200)).toBe(400);
});

test('401, public operations and unknown paths use no budget and show none', async () => {
  started = await startMock();
  const before = await read('api-client-demo')();
  const outside = [
    await started.api.get('/me', { as: null }),
    await started.api.get('/self-service/demo.7QM8XV3TZR1YW5KC7HN2BD9KF4', { as: null }),
    await started.api.get('/nowhere'),
  ];
  for (const { headers } of outside) expect(headers['x-ratelimit-limit']).toBeUndefined();
  const after = await read('api-client-demo')();
  expect(Number(before.headers['x-ratelimit-remaining']) - Number(after.headers['x-ratelimit-remaining'])).toBe(1);
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
