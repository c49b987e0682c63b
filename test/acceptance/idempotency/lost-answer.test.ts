import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ExchangeSummary } from '../../../src/index.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { openRaw, toHead } from '../../support/raw-http.ts';
import { CLIENT, ORDERS, sampleOrder } from '../../support/sample-order.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';

const KEY = '7b0f2c52-6f0e-4d4e-9a35-0c7d5f1a9e84';
const BODY = JSON.stringify(sampleOrder());

let started: StartedMock;
let token: string;
let events: EventEmitter<{ finished: [ExchangeSummary] }>;
let unexpected: unknown[];
beforeEach(async () => {
  events = new EventEmitter();
  unexpected = [];
  const finished = (summary: ExchangeSummary): void => void events.emit('finished', summary);
  const collect = (found: unknown): void => void unexpected.push(found);
  started = await startMock({ observer: { finished, failed: collect, breached: collect } });
  token = await started.mock.token(CLIENT);
});

/** The signature of a token is checked once; after that nothing stands between the head of a request and its body. */
const useToken = async (): Promise<void> => {
  const { status } = await started.api.get('/me', { as: null, headers: { authorization: `Bearer ${token}` } });
  expect(status).toBe(200);
};

afterEach(async () => {
  await started.stop();
  expect(unexpected).toEqual([]);
});

/** The raw requests name a host without a port, so that the URL of what they created tells them from their retries. */
const RAW_HOST = '127.0.0.1';

/** Behind their proxy, servers have one public URL, and a request that they would pass on when it was cut never arrives. */
const ARE_SEVERAL = process.env['VATMOCK_TEST_STORE'] === 'replicas';

const HEADERS = { 'Idempotency-Key': KEY, Prefer: 'dynamic=true' };

/** Cuts the connection as soon as these bytes are on their way; no more than `cut` of the request are sent. */
const sendAndHangUp = async (cut = Infinity): Promise<void> => {
  const connection = await openRaw(started.mock.url);
  const head = toHead(`POST /v1${ORDERS}`, {
    ...HEADERS,
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(BODY),
  });
  await connection.send((head + BODY).slice(0, cut));
  connection.destroy();
  await connection.closed;
};

/** What the server made of a request whose answer nobody read. */
const lose = async (cut?: number): Promise<ExchangeSummary> => {
  const finished = once(events, 'finished');
  await sendAndHangUp(cut);
  const [summary] = (await finished) as [ExchangeSummary];
  return summary;
};

const retry = (): Promise<ApiAnswer> => started.api.post(ORDERS, BODY, { as: CLIENT, headers: HEADERS });

const remaining = ({ headers }: ApiAnswer): number => Number(headers['x-ratelimit-remaining']);

/** The budget tells how many requests had an effect. */
const budget = async (): Promise<number> => remaining(await started.api.post(ORDERS, sampleOrder(), { as: CLIENT }));

const expectFirstAnswer = ({ status, headers, body }: ApiAnswer): void => {
  expect([status, headers['idempotency-replayed']]).toEqual([201, 'true']);
  const origin = ARE_SEVERAL ? started.mock.url : `http://${RAW_HOST}`;
  expect(headers['location']).toBe(`${origin}/v1${ORDERS}/${String(body.uuid)}`);
};

describe('a client whose connection is cut after its request was sent', () => {
  test('gets the first answer when it asks again with the same key, however often its answers are lost', async () => {
    await useToken();
    const before = await budget();
    for (let lost = 0; lost < 5; lost++)
      expect(await lose()).toMatchObject({ operationId: 'createOrder', clientId: CLIENT, status: 201 });
    const answer = await retry();
    expectFirstAnswer(answer);
    expect(remaining(answer)).toBe(before - 1);
    expect((await retry()).text).toBe(answer.text);
  });

  test('gets it when its token is one that the server has never seen', async () => {
    expect(await lose()).toMatchObject({ status: 201 });
    expectFirstAnswer(await retry());
  });

  test('has one effect, too, when it asks again without waiting', async () => {
    await useToken();
    const before = await budget();
    const finished = once(events, 'finished');
    await sendAndHangUp();
    const answers = await Promise.all([retry(), retry(), finished]);
    expect(answers[0].status).toBe(201);
    expect(answers[1].text).toBe(answers[0].text);
    expect(remaining(await retry())).toBe(before - 1);
  });
});

describe('a request that was cut itself had no effect: its retry is the first', () => {
  const expectNoEffect = async (): Promise<void> => {
    if (ARE_SEVERAL) await sendAndHangUp(-10);
    else expect(await lose(-10)).toMatchObject({ status: 408 });
    const answer = await retry();
    expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect((await retry()).text).toBe(answer.text);
  };

  test('with a token that is known', async () => {
    await useToken();
    await expectNoEffect();
  });

  test('with a token that the server has never seen', expectNoEffect);
});
