import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { type Stream, type StreamedMessage, listenToStream } from '../../support/listen-to-stream.ts';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';
import { createAdminClient, createSandbox, succeed, tokenOf } from '../control-api/admin-client.ts';
import { signed } from '../webhooks/webhook-client.ts';

const started = await closedBy(afterAll).start({ webhookTimeout: 60_000 });
const admin = createAdminClient(started);

let streams: Stream[] = [];
afterEach(async () => {
  for (const { leave } of streams) leave();
  streams = [];
  // Whoever still listens would be there after the reset too.
  await eventually(async () => (await streamsOpen()) === 0);
  succeed(await admin('POST', '/reset'));
});

const streamsOpen = async (): Promise<number | undefined> =>
  ((await admin('GET', '/sandboxes/demo')).body.quotas as { name: string; used: number }[]).find(
    ({ name }) => name === 'streams',
  )?.used;

const pause = async (id: string) => succeed(await admin('PATCH', `/webhooks/${id}`, { body: { status: 'PAUSED' } }));

const listen = async (query = '', headers: Readonly<Record<string, string>> = {}): Promise<Stream> => {
  const stream = await listenToStream(`${started.mock.url}/__admin/listen?name=laptop${query}`, headers);
  streams.push(stream);
  return stream;
};

const greetingOf = async (stream: Stream) => {
  const [first] = await stream.waitFor(1);
  expect(first?.event).toBe('listening');
  return first?.data as { secret: string; endpointId: string; events: string[]; waiting: number };
};

const isSigned = ({ headers, body }: StreamedMessage['data'], secret: string): boolean =>
  signed({ raw: body as string, headers: { 'x-service-signature': headers['X-Service-Signature'] as string } }).by(
    secret,
  );

const deliveriesIn = ({ messages }: Stream) => messages.filter(({ event }) => event === 'delivery');

/** The newest delivery, once so many have come. */
const delivered = async (stream: Stream, count = 1): Promise<StreamedMessage['data']> => {
  await eventually(() => deliveriesIn(stream).length >= count);
  return deliveriesIn(stream)[count - 1]?.data;
};

const emit = async (type = 'compliance.decision_made'): Promise<string> =>
  succeed(await admin('POST', '/events', { body: { type } })).body.id as string;

const tell = (attempt: string, outcome: object, call = {}): Promise<ApiAnswer> =>
  admin('POST', '/listen/laptop/outcomes', { body: { attempt, ...outcome }, ...call });

/** With a fresh token: the clock of the sandbox moves by days. */
const read = async (path: string) => {
  const headers = { authorization: `Bearer ${await started.mock.token()}` };
  return succeed(await started.api.get(path, { as: null, headers })).body.data as Record<string, unknown>[];
};

const historyOf = (id: string) => read(`/webhooks/${id}/deliveries?sort=createdAt,asc`);

const endpoints = () => read('/webhooks');

describe('a listener', () => {
  test('is a webhook endpoint, and is handed signed requests; what it tells is the outcome', async () => {
    const stream = await listen();
    const { secret, endpointId, events, waiting } = await greetingOf(stream);
    expect({ events, waiting }).toEqual({
      events: ['compliance.*', 'kyc.*', 'export_file.*', 'prospect.*', 'self_service_invitation.*', 'webhook.*'],
      waiting: 0,
    });
    expect(await endpoints()).toMatchObject([{ id: endpointId, url: 'vatmock-listen:laptop', status: 'ACTIVE' }]);
    const eventId = await emit();
    const { attempt, number, headers, body, ...rest } = await delivered(stream);
    expect(rest).toEqual({
      deliveryId: expect.stringMatching(/^del_/),
      eventId,
      eventType: 'compliance.decision_made',
    });
    expect({ number, event: JSON.parse(body).id }).toEqual({ number: 1, event: eventId });
    expect(isSigned({ headers, body }, secret)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^vatmock\//),
    });
    expect((await tell(attempt, { httpStatus: 202 })).status).toBe(204);
    await started.mock.idle();
    expect(await historyOf(endpointId)).toMatchObject([{ eventId, status: 'DELIVERED', httpStatus: 202, attempts: 1 }]);
  });

  test.each([
    [{ httpStatus: 500 }, 500],
    [{ httpStatus: 301 }, 301],
    [{ failure: 'connect_failed', detail: 'ECONNREFUSED' }, null],
  ])('that tells %j has it again after five seconds', async (outcome, httpStatus) => {
    const stream = await listen();
    const { endpointId } = await greetingOf(stream);
    await started.mock.clock.freeze();
    await emit();
    await tell((await delivered(stream)).attempt, outcome);
    await started.mock.idle();
    expect(await historyOf(endpointId)).toMatchObject([{ status: 'PENDING', httpStatus, attempts: 1 }]);
    const moved = started.mock.clock.advance({ by: 'PT5S' });
    const second = await delivered(stream, 2);
    expect(second.number).toBe(2);
    await tell(second.attempt, { httpStatus: 200 });
    await moved;
    expect(await historyOf(endpointId)).toMatchObject([{ status: 'DELIVERED', httpStatus: 200, attempts: 2 }]);
  });

  test('that tells nothing in time has failed', async () => {
    const hasty = await startMock({ webhookTimeout: 100 });
    const control = createAdminClient(hasty);
    const stream = await listenToStream(`${hasty.mock.url}/__admin/listen?name=laptop`);
    const { endpointId } = await greetingOf(stream);
    succeed(await control('POST', '/events', { body: { type: 'prospect.submitted' } }));
    const { attempt } = await delivered(stream);
    await hasty.mock.idle();
    expect((await hasty.api.get(`/webhooks/${endpointId}/deliveries`)).body.data).toMatchObject([
      { status: 'PENDING', httpStatus: null, attempts: 1 },
    ]);
    const body = { attempt, httpStatus: 200 };
    expectProblem(await control('POST', '/listen/laptop/outcomes', { body }), hasty.mock, {
      status: 404,
      type: 'not-found',
      instance: '/__admin/listen/laptop/outcomes',
      detail: 'it timed out',
    });
    await hasty.stop();
  });
});

describe('who comes again under a name', () => {
  test('after the connection broke: attempts have failed meanwhile, and what waits comes at once', async () => {
    const stream = await listen();
    const { secret, endpointId } = await greetingOf(stream);
    await started.mock.clock.freeze();
    stream.leave();
    await stream.ended;
    // The server hears of it a moment later.
    await eventually(async () => {
      await emit();
      await started.mock.idle();
      return (await historyOf(endpointId)).some(({ httpStatus, attempts }) => attempts === 1 && httpStatus === null);
    });
    const pending = (await historyOf(endpointId)).filter(({ status }) => status === 'PENDING');
    const second = await listen();
    expect(await greetingOf(second)).toMatchObject({ secret, endpointId, waiting: pending.length });
    for (const index of pending.keys()) await tell((await delivered(second, index + 1)).attempt, { httpStatus: 200 });
    await started.mock.idle();
    expect((await historyOf(endpointId)).every(({ status }) => status === 'DELIVERED')).toBe(true);
  });

  test('after taking leave: nothing was tried, nobody was alarmed, and it all comes', async () => {
    const stream = await listen('&events=prospect.*');
    const { secret, endpointId } = await greetingOf(stream);
    await pause(endpointId);
    stream.leave();
    await emit('prospect.submitted');
    await started.mock.idle();
    expect(await historyOf(endpointId)).toMatchObject([{ status: 'PENDING', attempts: 0, nextRetryAt: null }]);
    await started.mock.clock.advance({ by: 'PT71H' });
    expect((await endpoints())[0]).toMatchObject({ status: 'PAUSED' });
    const second = await listen('&events=prospect.*');
    expect(await greetingOf(second)).toMatchObject({ secret, endpointId, waiting: 1 });
    await tell((await delivered(second)).attempt, { httpStatus: 200 });
    await started.mock.idle();
    expect(await historyOf(endpointId)).toMatchObject([{ status: 'DELIVERED', attempts: 1 }]);
  });

  test('what is older than three days is not sent any more', async () => {
    const stream = await listen();
    await pause((await greetingOf(stream)).endpointId);
    stream.leave();
    await emit();
    await started.mock.clock.advance({ by: 'PT73H' });
    expect(await greetingOf(await listen())).toMatchObject({ waiting: 0 });
  });

  test('with a secret of its own has that one from then on', async () => {
    const first = await greetingOf(await listen('', { 'webhook-secret': 'whsec_of-my-own-receiver' }));
    expect(first.secret).toBe('whsec_of-my-own-receiver');
    expect(await greetingOf(await listen())).toMatchObject(first);
    const other = await greetingOf(await listen('', { 'webhook-secret': 'whsec_another-one-of-mine' }));
    expect(other).toEqual({ ...first, secret: 'whsec_another-one-of-mine' });
  });

  test('does not bring a secret back that was replaced meanwhile', async () => {
    const { secret, endpointId } = await greetingOf(await listen());
    const rotated = succeed(await admin('POST', `/webhooks/${endpointId}/rotate-secret`, { body: {} })).body;
    const again = await greetingOf(await listen('', { 'webhook-secret': secret }));
    expect(again).toMatchObject({ endpointId, secret: rotated.secret as string });
  });

  test('takes the place of whoever listens', async () => {
    const first = await listen();
    await greetingOf(first);
    await greetingOf(await listen());
    await first.ended;
    expect(first.messages.at(-1)?.event).toBe('replaced');
    const both = await Promise.all([listen('&sandbox=restricted'), listen('&sandbox=demo')]);
    for (const stream of both) await greetingOf(stream);
    expect(both.map(({ messages }) => messages.length)).toEqual([1, 1]);
  });

  test('a reset of the sandbox does not end the listening', async () => {
    const stream = await listen();
    const { secret } = await greetingOf(stream);
    succeed(await admin('POST', '/reset'));
    await emit();
    const { attempt, headers, body } = await delivered(stream);
    expect(isSigned({ headers, body }, secret)).toBe(true);
    await tell(attempt, { httpStatus: 200 });
    await started.mock.idle();
    expect(stream.messages.map(({ event }) => event)).toEqual(['listening', 'reset', 'delivery']);
    const [endpoint] = await endpoints();
    expect(stream.messages[1]?.data).toEqual({ endpointId: endpoint!['id'] });
  });

  test('its webhook endpoint moves with the state of the sandbox', async () => {
    const stream = await listen();
    const { endpointId, secret } = await greetingOf(stream);
    const { body: state } = succeed(await admin('GET', '/state'));
    stream.leave();
    await eventually(async () => (await streamsOpen()) === 0);
    succeed(await admin('POST', '/reset'));
    expect(await endpoints()).toEqual([]);
    succeed(await admin('PUT', '/state', { body: state }));
    expect(await greetingOf(await listen())).toMatchObject({ endpointId, secret });
  });

  test('when it was paused by itself, it is told, and goes on', async () => {
    const stream = await listen();
    const { endpointId } = await greetingOf(stream);
    await started.mock.clock.freeze();
    for (let count = 1; count <= 20; count++) {
      await emit();
      await tell((await delivered(stream, count)).attempt, { httpStatus: 500 });
    }
    await started.mock.idle();
    await eventually(() => stream.messages.some(({ event }) => event === 'paused'));
    expect((await endpoints())[0]).toMatchObject({ id: endpointId, status: 'PAUSED' });
    expect(await greetingOf(await listen())).toMatchObject({ waiting: 20 });
    expect((await endpoints())[0]).toMatchObject({ id: endpointId, status: 'ACTIVE' });
  });
});

describe('who may', () => {
  test('nobody registers the URL of a listener, and nobody changes one to it', async () => {
    const events = ['compliance.*'];
    const ordinary = succeed(await started.api.post('/webhooks', { url: 'http://127.0.0.1:9/', events })).body;
    for (const url of ['vatmock-listen:laptop', 'VATMOCK-LISTEN:laptop', 'vatmock-listen://laptop']) {
      expect((await started.api.post('/webhooks', { url, events })).status).toBe(422);
      expect((await started.api.patch(`/webhooks/${String(ordinary.id)}`, { url })).status).toBe(422);
    }
  });

  test('an outcome is told for one’s own sandbox only', async () => {
    const stream = await listen();
    const { endpointId } = await greetingOf(stream);
    await emit();
    const { attempt } = await delivered(stream);
    const token = await started.mock.token('api-client-high-volume');
    expect((await tell(attempt, { httpStatus: 200 }, { token })).status).toBe(404);
    expect((await admin('POST', '/listen/desktop/outcomes', { body: { attempt, httpStatus: 200 } })).status).toBe(404);
    expect(await historyOf(endpointId)).toMatchObject([{ status: 'PENDING', attempts: 0 }]);
    await tell(attempt, { httpStatus: 200 });
    // Told twice is told too late.
    expect((await tell(attempt, { httpStatus: 500 })).status).toBe(404);
    await started.mock.idle();
    expect(await historyOf(endpointId)).toMatchObject([{ status: 'DELIVERED' }]);
  });

  test('in hosted mode a token listens to its own sandbox, the operator to any', async () => {
    const hosted = await startMock({ mode: 'hosted', adminToken: 'the-operator-of-this-server' });
    const operator = createAdminClient(hosted);
    const token = 'the-operator-of-this-server';
    const own = await createSandbox(operator, {}, { token });
    const other = await createSandbox(operator, {}, { token });
    const authorization = `Bearer ${await tokenOf(own)}`;
    const url = `${hosted.mock.url}/__admin/listen?name=a`;
    expect((await listenToStream(url)).status).toBe(401);
    expect((await listenToStream(`${url}&sandbox=${other.id}`, { authorization })).status).toBe(403);
    const streams = [
      await listenToStream(url, { authorization }),
      await listenToStream(`${url}&sandbox=${other.id}`, { authorization: `Bearer ${token}` }),
    ];
    const secrets = [];
    for (const stream of streams) secrets.push((await greetingOf(stream)).secret);
    expect(new Set(secrets).size).toBe(2);
    const event = { type: 'prospect.submitted' };
    succeed(await operator('POST', `/events?sandbox=${other.id}`, { token, body: event }));
    const { attempt } = await delivered(streams[1]!);
    expect(deliveriesIn(streams[0]!)).toEqual([]);
    const outcome = { attempt, httpStatus: 200 };
    const told = await operator('POST', '/listen/a/outcomes', { token: authorization.slice(7), body: outcome });
    expect(told.status).toBe(404);
    // A sandbox that is dropped takes its listener along.
    succeed(await operator('DELETE', `/sandboxes/${other.id}`, { token }));
    await streams[1]!.ended;
    await hosted.stop();
    await streams[0]!.ended;
  });

  test('no more than ten listen to a sandbox', async () => {
    const all = [];
    for (let index = 0; index < 10; index++) {
      const stream = await listenToStream(`${started.mock.url}/__admin/listen?name=number-${String(index)}`);
      streams.push(stream);
      all.push(stream.status);
    }
    expect(new Set(all)).toEqual(new Set([200]));
    expect((await listen()).status).toBe(429);
    expect((await listen(`&sandbox=${(await createSandbox(admin)).id}`)).status).toBe(200);
  });

  test.each([
    ['?name=laptop&events=complianc.*', 'events', /did you mean "compliance\.\*"\?/],
    ['?name=laptop&events=*', 'events', /there are compliance/],
    ['?name=laptop&events=', 'events', /at least 1/],
    ['?name=Laptop%20of%20mine', 'name', /pattern/],
    ['', 'name', /required/],
  ])('GET /listen%s is refused', async (query, field, message) => {
    const answer = await admin('GET', `/listen${query}`);
    expect(answer).toMatchObject({ status: 422 });
    expect(answer.body.errors).toContainEqual(
      expect.objectContaining({ field, message: expect.stringMatching(message) }),
    );
    expect(await endpoints()).toEqual([]);
  });

  test.each([
    [{ attempt: 'try_1' }],
    [{ attempt: 'try_1', httpStatus: 200, failure: 'timeout' }],
    [{ attempt: 'try_1', httpStatus: 99 }],
    [{ attempt: 'try_1', failure: 'refused' }],
    [{ httpStatus: 200 }],
  ])('the outcome %j is refused', async (body) => {
    expect((await admin('POST', '/listen/laptop/outcomes', { body })).status).toBe(422);
  });
});
