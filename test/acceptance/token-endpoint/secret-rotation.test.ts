import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ApiCall } from '../../support/api-client.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { listenToStream } from '../../support/listen-to-stream.ts';
import { startedBy } from '../../support/started-by.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { getMe, requestToken } from './request-token.ts';

const HOUR = 3_600_000;
const DEMO = 'api-client-demo';

const pathOf = (clientId: string) => `/__admin/clients/${clientId}/rotate-secret`;

const rotate = (started: StartedMock, clientId = DEMO, body?: unknown, call: ApiCall = { as: null }) =>
  started.api.post(started.mock.url + pathOf(clientId), body, call);

const statusOf = async (started: StartedMock, secret: string, clientId = DEMO): Promise<number> =>
  (await requestToken(started, clientId, secret)).status;

describe('a rotated secret', () => {
  const started = startedBy(beforeEach, afterEach);

  test('is answered once, with the end of the former one', async () => {
    const { status, headers, body } = await rotate(started);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        clientId: DEMO,
        clientSecret: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
        previousSecretExpiresAt: new Date(started.clock.now() + 24 * HOUR).toISOString(),
      },
    });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-mock-source': 'stateful' });
  });

  test('and the former one are both valid until the window ends', async () => {
    const { body } = await rotate(started, DEMO, { window: 'PT72H' });
    const seen = [];
    for (const hours of [0, 71, 1]) {
      started.clock.advance(hours * HOUR - (hours === 71 ? 1 : 0));
      seen.push([await statusOf(started, 'demo-secret'), await statusOf(started, body.clientSecret)]);
    }
    started.clock.advance(1);
    seen.push([await statusOf(started, 'demo-secret'), await statusOf(started, body.clientSecret)]);
    expect(seen).toEqual([
      [200, 200],
      [200, 200],
      [200, 200],
      [401, 200],
    ]);
  });

  test('ends on the clock of the sandbox, like everything timed', async () => {
    await started.mock.clock.freeze();
    await rotate(started);
    started.clock.advance(48 * HOUR);
    expect(await statusOf(started, 'demo-secret')).toBe(200);
    await started.mock.clock.advance({ by: 'PT24H' });
    expect(await statusOf(started, 'demo-secret')).toBe(401);
  });

  test('leaves tokens that are out valid, those of the former secret too', async () => {
    const { body: before } = await requestToken(started, DEMO, 'demo-secret');
    await rotate(started, DEMO, { window: 'PT1M' });
    const { body: within } = await requestToken(started, DEMO, 'demo-secret');
    started.clock.advance(120_000);
    expect(await statusOf(started, 'demo-secret')).toBe(401);
    for (const { access_token: token } of [before, within]) expect((await getMe(started, token)).status).toBe(200);
  });

  test.each([
    ['default', 'invalid_client'],
    ['keycloak', 'unauthorized_client'],
  ] as const)('makes the former one a wrong secret of the %s profile', async (identityProfile, error) => {
    const profiled = await startMock({ identityProfile });
    await rotate(profiled, DEMO, { window: 'PT0S' });
    const { status, body } = await requestToken(profiled, DEMO, 'demo-secret');
    expect({ status, body }).toEqual({
      status: 401,
      body: { error, error_description: 'Invalid client or Invalid client credentials' },
    });
    await profiled.stop();
  });

  test('ends the oldest at once when it comes within the window', async () => {
    const { body: first } = await rotate(started);
    const { body: second } = await rotate(started, DEMO, { window: 'PT1H' });
    expect(await statusOf(started, 'demo-secret')).toBe(401);
    expect(await statusOf(started, first.clientSecret)).toBe(200);
    started.clock.advance(HOUR);
    expect(await statusOf(started, first.clientSecret)).toBe(401);
    expect(await statusOf(started, second.clientSecret)).toBe(200);
  });

  describe('and the tokens of the former one', () => {
    const call = async (token: string): Promise<number> => (await getMe(started, token)).status;
    const tokenWith = async (secret: string): Promise<string> =>
      (await requestToken(started, DEMO, secret)).body.access_token as string;

    const listen = (token: string) =>
      listenToStream(`${started.mock.url}/__admin/stream?kinds=clock`, { authorization: `Bearer ${token}` });

    test('end with the window, if told so, while those of the new secret stay', async () => {
      const former = await tokenWith('demo-secret');
      expect(await call(former)).toBe(200);
      const { body } = await rotate(started, DEMO, { window: 'PT1M', endTokens: true });
      const duringWindow = await tokenWith('demo-secret');
      const fresh = await tokenWith(body.clientSecret as string);
      const unseen = await tokenWith('demo-secret');
      started.clock.advance(59_999);
      expect(await Promise.all([former, duringWindow, fresh].map(call))).toEqual([200, 200, 200]);
      started.clock.advance(1);
      expect(await Promise.all([former, duringWindow, unseen, fresh].map(call))).toEqual([401, 401, 401, 200]);
      expectProblem(await getMe(started, former), started.mock, {
        status: 401,
        type: 'unauthorized',
        instance: '/v1/me',
        detail: 'issued with a client secret that has been replaced',
      });
      expect(await call(await started.mock.token())).toBe(200);
    });

    test('expire as ever within the window, and say so', async () => {
      const former = await tokenWith('demo-secret');
      await rotate(started, DEMO, { window: 'PT1H', endTokens: true });
      started.clock.advance(300_000);
      const { status, body } = await getMe(started, former);
      expect([status, body.detail]).toEqual([401, expect.stringContaining('The token has expired')]);
    });

    test('end at once with PT0S, with their streams, and no later rotation revives them', async () => {
      const former = [await tokenWith('demo-secret'), await tokenWith('demo-secret')];
      expect(await Promise.all(former.map(call))).toEqual([200, 200]);
      const stream = await listen(former[1]!);
      await rotate(started, DEMO, { window: 'PT0S', endTokens: true });
      expect(await Promise.all(former.map(call))).toEqual([401, 401]);
      await stream.ended;
      const { body } = await rotate(started, DEMO, { window: 'PT24H', endTokens: true });
      await rotate(started, DEMO, { window: 'PT24H' });
      expect(await Promise.all(former.map(call))).toEqual([401, 401]);
      const token = await tokenWith(body.clientSecret as string);
      expect(await call(token)).toBe(200);
      const next = await listen(token);
      await started.mock.clock.freeze();
      expect((await next.waitFor(2)).map(({ event }) => event)).toEqual(['listening', 'clock']);
      next.leave();
    });
  });

  test('changes nothing for the other client of the organization', async () => {
    await rotate(started, DEMO, { window: 'PT0S' });
    expect(await statusOf(started, 'demo-2-secret', 'api-client-demo-2')).toBe(200);
  });
});

describe('a rotation is refused', () => {
  let started: StartedMock;
  beforeAll(async () => {
    started = await startMock();
  });
  afterAll(async () => {
    expect(await statusOf(started, 'demo-secret')).toBe(200);
    await started.stop();
  });

  test.each(['api-client-nobody', '__proto__', 'api-client-demo%20', 'api-client-restricted'])(
    'of %s, which the organization does not have',
    async (clientId) => {
      expectProblem(await rotate(started, clientId), started.mock, {
        status: 404,
        type: 'not-found',
        instance: pathOf(clientId),
        detail: `no client "${decodeURIComponent(clientId)}"`,
      });
    },
  );

  test.each([
    ['P1M', 'has years or months, which have no fixed length: write days (P30D)'],
    ['P1Y', 'has years or months'],
    ['24h', 'is no ISO 8601 duration'],
    ['', 'is no ISO 8601 duration'],
    ['P366D', 'is longer than P365D'],
    ['P99999999999D', 'is too long'],
  ])('for a window of %j', async (window, message) => {
    const answer = await rotate(started, DEMO, { window });
    const detail = `"${window}" ${message}`;
    expectProblem(answer, started.mock, { status: 422, type: 'validation-error', instance: pathOf(DEMO), detail });
    expect(answer.body.errors).toEqual([
      { field: 'window', message: expect.stringContaining(message), rejectedValue: window },
    ]);
  });

  test.each([
    [{ window: 24 }, 'window'],
    [{ window: null }, 'window'],
    [{ window: `PT${'0'.repeat(80)}1S` }, 'window'],
    [{ windows: 'PT1H' }, 'windows'],
  ])('for the body %j', async (body, field) => {
    const answer = await rotate(started, DEMO, body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([expect.objectContaining({ field })]);
  });
});
