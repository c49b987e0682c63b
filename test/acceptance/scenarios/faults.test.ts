import { afterAll, describe, expect, test } from '@jest/globals';
import { request } from 'node:http';
import { failureOf, playScenario } from '../../support/scenario.ts';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';

const started = await closedBy(afterAll).start();

const step = (change: object): object => ({ steps: [{ on: 'getOrganization', times: 1, ...change }] });

describe('a fault in the place of an answer', () => {
  test.each([
    ['CONNECTION_RESET_BY_PEER', 'ECONNRESET', /read ECONNRESET|socket hang up/],
    ['EMPTY_RESPONSE', 'ECONNRESET', /socket hang up/],
    ['RANDOM_DATA_THEN_CLOSE', 'HPE_INVALID_CONSTANT', /Parse Error/],
    ['MALFORMED_RESPONSE_CHUNK', 'HPE_INVALID_CHUNK_SIZE', /Parse Error/],
  ])('%s is seen as %s', async (fault, code, message) => {
    for (const at of ['received', undefined]) {
      await playScenario(started, step({ fault, ...(at === undefined ? {} : { at }) }));
      const failure = await failureOf(started.api.get('/me'));
      expect(failure).toEqual({ code, message: expect.stringMatching(message) });
      expect((await started.api.get('/me')).status).toBe(200);
    }
  });

  test('is taken in turn after a whole request, also one with a body', async () => {
    await playScenario(started, { steps: [{ on: 'createOrder', at: 'received', times: 1, fault: 'EMPTY_RESPONSE' }] });
    const body = { filler: 'x'.repeat(900_000) };
    const { message } = await failureOf(started.api.post('/partners/x/orders', body));
    expect(message).toBe('socket hang up');
  });
});

/** The pieces in which a body arrives, as the client's socket hands them over. */
const readPieces = (path: string, token: string): Promise<{ pieces: number; text: string }> =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      started.mock.baseUrl + path,
      { headers: { authorization: `Bearer ${token}` } },
      (incoming) => {
        const pieces: string[] = [];
        incoming.setEncoding('utf8');
        incoming.on('data', (piece: string) => pieces.push(piece));
        incoming.on('end', () => {
          resolve({ pieces: pieces.length, text: pieces.join('') });
        });
      },
    );
    outgoing.on('error', reject).end();
  });

test('a slow body arrives in pieces, and whole', async () => {
  const usual = await started.api.get('/me');
  await playScenario(started, step({ reply: 'pass', fault: { slowBody: { pieces: 4, over: 'PT0.09S' } } }));
  const { pieces, text } = await readPieces('/me', await started.mock.token());
  expect(pieces).toBeGreaterThan(1);
  expect(JSON.parse(text)).toEqual(usual.body);
});

test('a client that loses its patience with a slow body harms nobody', async () => {
  await playScenario(started, step({ reply: 'pass', fault: { slowBody: { over: 'PT10M' } } }));
  const token = await started.mock.token();
  await new Promise<void>((resolve) => {
    const outgoing = request(
      `${started.mock.baseUrl}/me`,
      { headers: { authorization: `Bearer ${token}` } },
      (incoming) => incoming.once('data', () => outgoing.destroy()),
    );
    outgoing.on('close', resolve).end();
  });
  expect((await started.api.get('/me')).status).toBe(200);
});

test('a delayed answer lets others pass', async () => {
  await started.api.get('/orders');
  await playScenario(started, step({ reply: 'pass', delay: 'PT0.5S' }));
  const order: string[] = [];
  await Promise.all([
    started.api.get('/me').then(({ headers }) => order.push(headers['x-mock-scenario'] ?? 'usual')),
    started.api.get('/orders').then(() => order.push('other')),
  ]);
  expect(order).toEqual(['other', 'played/1']);
});

test('a frozen clock does not hold up a delay', async () => {
  started.clock.advance(0);
  await playScenario(started, { clock: 'frozen', ...step({ reply: 'pass', delay: { fixed: 'PT0.01S' } }) });
  const { status, headers } = await started.api.get('/me');
  expect({ status, step: headers['x-mock-scenario'] }).toEqual({ status: 200, step: 'played/1' });
  await started.mock.clock.resume();
});

test('where delays are skipped ten minutes and a trickling body take no time, and are noted', async () => {
  const hurried = await startMock({ delays: 'skip' });
  const steps = [{ on: 'getOrganization', reply: 'pass', delay: 'PT10M', fault: { slowBody: { over: 'PT10M' } } }];
  await playScenario(hurried, { steps });
  const { headers, status } = await hurried.api.get('/me');
  expect(status).toBe(200);
  const id = headers['x-mock-request-id'] ?? '';
  const { body } = await hurried.api.get(`${hurried.mock.url}/__admin/requests/${id}/explain`);
  const { decision } = body.stages.find(({ stage }: { stage: string }) => stage === 'respond');
  expect(decision).toContain('held it back 600000 ms, which was skipped');
  await hurried.stop();
});

describe('a request without a socket', () => {
  const ask = async (): Promise<Response> =>
    started.mock.handle(
      new Request(`${started.mock.baseUrl}/me`, {
        headers: { authorization: `Bearer ${await started.mock.token()}` },
      }),
    );

  test('fails as fetch does', async () => {
    await playScenario(started, step({ fault: 'CONNECTION_RESET_BY_PEER' }));
    await expect(ask()).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } });
    expect((await ask()).status).toBe(200);
  });

  test('waits for a delay', async () => {
    await playScenario(started, step({ reply: 'pass', delay: 'PT0.01S' }));
    expect((await ask()).headers.get('x-mock-scenario')).toBe('played/1');
  });
});
