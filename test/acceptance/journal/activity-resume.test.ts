import { afterEach, expect, test } from '@jest/globals';
import { createRandom } from '../../../src/kernel/random.ts';
import { type Stream, type StreamedMessage, listenToStream } from '../../support/listen-to-stream.ts';
import { CLIENT, ORDERS, newOrder } from '../../support/sample-order.ts';
import { ONE_PROCESS, type StartedMock, startMock } from '../../support/start-mock.ts';
import { createAdminClient, createSandbox, tokenOf } from '../control-api/admin-client.ts';

let started: StartedMock;
let streams: Stream[] = [];
afterEach(async () => {
  for (const stream of streams) stream.leave();
  streams = [];
  await started.stop();
});

const as = { as: CLIENT };
const ALL = 'exchange,event,delivery,clock,scenario,finding,state';

const listen = async (query: string, headers: Readonly<Record<string, string>> = {}): Promise<Stream> => {
  const stream = await listenToStream(`${started.mock.url}/__admin/stream?${query}`, headers);
  streams.push(stream);
  return stream;
};

const numberIn = ({ id = '' }: StreamedMessage): number => Number(id.split('.')[1]);

test('a listener that reconnects at random moments loses nothing, gets nothing twice and all in order', async () => {
  started = await startMock();
  const query = `sandbox=enterprise&kinds=${ALL}`;
  const steady = await listen(query);
  const random = createRandom('reconnects');
  const received: StreamedMessage[] = [];
  let wavering = await listen(query);
  const reconnect = async (): Promise<void> => {
    const before = wavering;
    before.leave();
    received.push(...before.messages);
    wavering = await listen(query, { 'last-event-id': received.at(-1)?.id ?? '' });
  };
  await wavering.waitFor(1);
  const sent: string[] = [];
  for (let i = 0; i < 60; i++) {
    const answer = await (random.integer(0, 9) < 5
      ? started.api.post(ORDERS, newOrder(), as)
      : started.api.get('/me', as));
    sent.push(answer.headers['x-mock-request-id'] ?? '');
    if (random.integer(0, 9) < 2) await started.mock.clock.advance({ by: 'PT1M' }, 'enterprise');
    if (random.integer(0, 9) < 3) await reconnect();
  }
  const exchanges = () => steady.messages.filter(({ event }) => event === 'exchange').length;
  for (let count = 1; exchanges() < sent.length; count++) await steady.waitFor(count);
  // Findings follow their exchanges by a timer, unless somebody asks for them: nothing comes after the freeze.
  started.mock.clientFindings('enterprise');
  await started.mock.clock.freeze(undefined, 'enterprise');
  const last = (messages: readonly StreamedMessage[]) => messages.some(({ data }) => data.frozen === true);
  for (let count = 1; !last(steady.messages); count++) await steady.waitFor(count);
  await reconnect();
  const count = steady.messages.length - received.length;
  received.push(...(await wavering.waitFor(count)));
  // Either connection may be the faster one.
  await steady.waitFor(received.length);
  expect(received).toEqual(steady.messages);
  expect(received.map(numberIn)).toEqual(received.map((_, index) => index));
  expect(received.filter(({ event }) => event === 'exchange').map(({ data }) => data.id as string)).toEqual(sent);
});

test('on a hosted server a client follows its own sandbox and no other', async () => {
  const OPERATOR = 'the-operator-of-this-server';
  started = await startMock({ mode: 'hosted', adminToken: OPERATOR });
  const admin = createAdminClient(started);
  const one = await createSandbox(admin, {}, { token: OPERATOR });
  const other = await createSandbox(admin, {}, { token: OPERATOR });
  const [mine, theirs] = [await tokenOf(one), await tokenOf(other)];
  const me = (token: string) => started.api.get('/me', { as: null, headers: { authorization: `Bearer ${token}` } });
  const authorization = `Bearer ${mine}`;
  const stream = await listen(`kinds=${ALL}`, { authorization });
  expect((await listen(`kinds=${ALL}&sandbox=${other.id}`, { authorization })).status).toBe(403);
  expect((await listen(`kinds=${ALL}`)).status).toBe(401);
  await me(theirs);
  await admin('POST', '/clock/freeze', { token: theirs, body: {} });
  await started.api.get('/no-such-path', { as: null });
  const answer = await me(mine);
  await admin('POST', '/clock/freeze', { token: mine, body: {} });
  const messages = (await stream.waitFor(3)).slice(1);
  expect(messages.map(({ event, data }): unknown => [event, data.id])).toEqual([
    ['exchange', answer.headers['x-mock-request-id']],
    ['clock', undefined],
  ]);
});

test('a stream ends with its reason when the server shuts down', async () => {
  started = await startMock();
  // Of several servers, another one goes on.
  const other = await startMock(ONE_PROCESS);
  const stream = await listenToStream(`${other.mock.url}/__admin/stream?kinds=clock`);
  await other.stop();
  await stream.ended;
  expect(stream.messages.at(-1)).toMatchObject({ event: 'closed', data: { reason: 'ended' } });
});

test('fifty requests in a row are fifty rows in the order of their responses', async () => {
  started = await startMock();
  const stream = await listen('sandbox=enterprise&kinds=exchange');
  const answers = await Promise.all(Array.from({ length: 50 }, () => started.api.get('/me', as)));
  const shown = (await stream.waitFor(51)).slice(1);
  expect(shown.map(numberIn)).toEqual(answers.map((_, index) => index + 1));
  expect(new Set(shown.map(({ data }) => data.id as string))).toEqual(
    new Set(answers.map(({ headers }) => headers['x-mock-request-id'])),
  );
});
