import { afterAll, describe, expect, test } from '@jest/globals';
import { SELLER, newOrder } from '../../support/sample-order.ts';
import { playScenario } from '../../support/scenario.ts';
import { closedBy } from '../../support/closed-by.ts';

import { type PlainCall, REAL_CLIENTS, type RealClient, type Told } from './real-clients.ts';

const started = await closedBy(afterAll).start();

const PATIENCE = 10_000;

const callMe = async ({ call }: RealClient, timeout = PATIENCE): Promise<Told> => {
  const authorization = `Bearer ${await started.mock.token()}`;
  return call({ method: 'GET', url: `${started.mock.baseUrl}/me`, headers: { authorization }, timeout });
};

const play = (step: object): Promise<string> =>
  playScenario(started, { steps: [{ on: 'getOrganization', times: 1, ...step }] });

/** Each library's own word for what it was made to see: what a program that uses it has to look for. */
const SEEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CONNECTION_RESET_BY_PEER: {
    undici: 'ECONNRESET',
    fetch: 'ECONNRESET',
    axios: 'ECONNRESET',
    urllib: 'ConnectionResetError',
  },
  EMPTY_RESPONSE: {
    undici: 'UND_ERR_SOCKET',
    fetch: 'UND_ERR_SOCKET',
    axios: 'ECONNRESET',
    urllib: 'RemoteDisconnected',
  },
  MALFORMED_RESPONSE_CHUNK: {
    undici: 'HTTPParserError',
    fetch: 'HTTPParserError',
    axios: 'HPE_INVALID_CHUNK_SIZE',
    urllib: 'IncompleteRead',
  },
  RANDOM_DATA_THEN_CLOSE: {
    undici: 'HTTPParserError',
    fetch: 'HTTPParserError',
    axios: 'HPE_INVALID_CONSTANT',
    urllib: 'BadStatusLine',
  },
  'commit-then-reset': {
    undici: 'ECONNRESET',
    fetch: 'ECONNRESET',
    axios: 'ECONNRESET',
    urllib: 'ConnectionResetError',
  },
};

/** The two that close without an answer differ by their words only where a library knows one code for both. */
const WORDS: Readonly<Record<string, RegExp>> = {
  CONNECTION_RESET_BY_PEER: /read ECONNRESET|reset by peer/i,
  EMPTY_RESPONSE: /other side closed|socket hang up|without response/,
  MALFORMED_RESPONSE_CHUNK: /chunk size|IncompleteRead/,
  RANDOM_DATA_THEN_CLOSE: /Expected HTTP\/|lzq/,
  'commit-then-reset': /read ECONNRESET|reset by peer/i,
};

const TIMED_OUT: Readonly<Record<string, string>> = {
  undici: 'UND_ERR_BODY_TIMEOUT',
  fetch: 'TimeoutError',
  axios: 'ERR_BAD_RESPONSE',
  urllib: 'TimeoutError',
};

describe.each(REAL_CLIENTS.map((client) => [client.name, client] as const))('%s', (name, client) => {
  // Clients of other languages run only where their language is installed; the title of a skipped test says what is missing.
  const run = client.missing === undefined ? test : test.skip;
  const because = client.missing === undefined ? '' : ` (left out: ${client.missing})`;

  run.each(Object.keys(SEEN))(`sees %s as what it is, and gets through afterwards${because}`, async (fault) => {
    await play({ fault });
    const told = await callMe(client);
    expect(told).toEqual({ error: SEEN[fault]?.[name], message: expect.stringMatching(WORDS[fault] ?? /^$/) });
    expect(await callMe(client)).toMatchObject({ status: 200 });
  });

  run(`reads a slow body to its end when it has the time${because}`, async () => {
    await play({ reply: 'pass', fault: { slowBody: { pieces: 4, over: 'PT0.1S' } } });
    const told = await callMe(client);
    expect(told).toMatchObject({ status: 200, body: expect.stringContaining('authorizedPartners') });
  });

  run(`gives up a slow body when it has not${because}`, async () => {
    await play({ reply: 'pass', fault: { slowBody: { pieces: 2, over: 'PT5S' } } });
    expect(await callMe(client, 300)).toMatchObject({ error: TIMED_OUT[name] });
  });

  run(`finds the work done after commit-then-reset, and nothing after the others${because}`, async () => {
    const authorization = `Bearer ${await started.mock.token()}`;
    const send = (key: string, order: object): PlainCall => ({
      method: 'POST',
      url: `${started.mock.baseUrl}/partners/${SELLER}/orders`,
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(order),
      timeout: PATIENCE,
    });
    for (const [fault, isDone] of [
      ['commit-then-reset', true],
      ['CONNECTION_RESET_BY_PEER', false],
      ['EMPTY_RESPONSE', false],
    ] as const) {
      await playScenario(started, { steps: [{ on: 'createOrder', times: 1, fault }] });
      const order = newOrder();
      expect(await client.call(send(`${name}-${fault}`, order))).toMatchObject({ error: SEEN[fault]?.[name] });
      const { data } = (await started.api.get(`/orders?vin=${order.vins[0]?.vin ?? ''}&size=100`)).body;
      const numbers = data.map(({ externalOrderId }: { externalOrderId: string }) => externalOrderId) as string[];
      expect([fault, numbers.includes(order.externalOrderId)]).toEqual([fault, isDone]);
      expect(await client.call(send(`${name}-${fault}`, order))).toMatchObject({ status: 201 });
    }
  });
});
