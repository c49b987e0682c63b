import { sampleBuyer } from '../../support/sample-order.ts';
import { afterEach, expect, test } from '@jest/globals';
import type { MockOptions } from '../../../src/index.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { listenToStream } from '../../support/listen-to-stream.ts';
import { startReceiver } from '../../support/receiver.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { openBrowser } from '../console/browser.ts';
import { type AdminClient, createAdminClient, createSandbox, succeed, tokenOf } from '../control-api/admin-client.ts';

const OPERATOR = 'the-operator-of-this-server';
const BY_OPERATOR = { token: OPERATOR };

interface Quota {
  readonly name: string;
  readonly limit: number;
  readonly used: number;
  readonly waiting?: number;
}

let started: StartedMock;
let admin: AdminClient;
const start = async (settings: MockOptions): Promise<void> => {
  started = await startMock({ mode: 'hosted', adminToken: OPERATOR, ...settings });
  admin = createAdminClient(started);
};
afterEach(() => started.stop());

const quotaOf = async (sandbox: string, name: string, token = OPERATOR): Promise<Quota | undefined> => {
  const { body } = succeed(await admin('GET', `/sandboxes/${sandbox}`, { token }));
  return (body.quotas as readonly Quota[]).find((quota) => quota.name === name);
};

test('a tenant sees all its quotas, and the operator those of the server besides', async () => {
  await start({});
  const one = await createSandbox(admin, {}, BY_OPERATOR);
  const own = succeed(await admin('GET', `/sandboxes/${one.id}`, { token: await tokenOf(one) })).body
    .quotas as readonly Quota[];
  const names = ['records', 'bytes', 'control-calls', 'streams', 'visitor-streams', 'long-polls', 'deliveries'];
  expect(own.map(({ name }) => name)).toEqual(names);
  expect(own).toContainEqual({
    name: 'control-calls',
    limit: 1000,
    used: 1,
    per: 'PT1M',
    setting: '--limits control-calls-per-minute',
  });
  expect(own.find(({ name }) => name === 'records')?.used).toBeGreaterThan(0);
  expect(await quotaOf(one.id, 'sandboxes')).toEqual({
    name: 'sandboxes',
    limit: 100,
    used: 1,
    setting: '--limits max-sandboxes',
  });
});

test('records: a write beyond them is refused, and a reset makes room', async () => {
  await start({ sandboxDocuments: 100 });
  const one = await createSandbox(admin, { fixtures: false }, BY_OPERATOR);
  const authorization = `Bearer ${await tokenOf(one)}`;
  const write = (number: number) =>
    started.api.call('POST', `/partners/${one.sellers[0]!}/buyers`, {
      as: null,
      headers: { authorization },
      body: sampleBuyer({ vatNumber: `DE${String(100_000_000 + number)}` }),
    });
  let refused = await write(0);
  for (let number = 1; number < 60 && refused.status === 201; number++) refused = await write(number);
  expectProblem(refused, started.mock, {
    status: 507,
    type: 'storage-full',
    instance: `/v1/partners/${one.sellers[0]!}/buyers`,
    detail: 'This sandbox is full: it holds 100 documents, and may hold 100. Reset it with POST /__admin/reset',
  });
  expect(refused.body.quota).toEqual({ name: 'records', limit: 100, used: 100, setting: '--limits sandbox-documents' });
  // What the refused write had written so far is taken back.
  expect((await quotaOf(one.id, 'records'))?.used).toBeGreaterThan(90);
  // A program that cannot be registered as a listener has no place of a stream.
  const streams = [];
  for (let status = 200; status === 200; status = streams.at(-1)!.status)
    streams.push(
      await listenToStream(`${started.mock.url}/__admin/listen?name=l${String(streams.length)}`, { authorization }),
    );
  expect(streams.at(-1)?.status).toBe(507);
  expect((await quotaOf(one.id, 'streams'))?.used).toBe(streams.length - 1);
  for (const stream of streams) stream.leave();
  succeed(await admin('POST', `/reset?sandbox=${one.id}`, BY_OPERATOR));
  expect((await write(100)).status).toBe(201);
});

test('streams: one too many is refused, and the place of one that leaves is free again', async () => {
  await start({ streamsPerSandbox: 2 });
  const one = await createSandbox(admin, {}, BY_OPERATOR);
  const other = await createSandbox(admin, {}, BY_OPERATOR);
  const listen = async (sandbox: typeof one, path = '/stream') =>
    listenToStream(`${started.mock.url}/__admin${path}`, { authorization: `Bearer ${await tokenOf(sandbox)}` });
  const first = await listen(one);
  const program = await listen(one, '/listen?name=laptop');
  expect([first.status, program.status]).toEqual([200, 200]);
  const refused = await admin('GET', '/stream', { token: await tokenOf(one) });
  expectProblem(refused, started.mock, {
    status: 429,
    type: 'quota-exceeded',
    instance: '/__admin/stream',
    detail: '2 listeners follow',
  });
  expect(refused.body.quota).toEqual({ name: 'streams', limit: 2, used: 2, setting: '--limits streams-per-sandbox' });
  expect(await quotaOf(one.id, 'streams')).toMatchObject({ limit: 2, used: 2 });
  expect(await quotaOf(other.id, 'streams')).toMatchObject({ used: 0 });
  const neighbour = await listen(other);
  expect(neighbour.status).toBe(200);
  program.leave();
  await eventually(async () => (await quotaOf(one.id, 'streams'))?.used === 1);
  const again = await listen(one);
  expect(again.status).toBe(200);
  for (const stream of [first, again, neighbour]) stream.leave();
});

test('long-polls: those for requests and for deliveries count together', async () => {
  await start({ longPollsPerSandbox: 2 });
  const one = await createSandbox(admin, {}, BY_OPERATOR);
  const token = await tokenOf(one);
  const timeout = 'PT20S';
  const forRequest = admin('POST', '/requests/await', { token, body: { operation: 'getOrganization', timeout } });
  // It is still waiting when the server stops.
  const forDelivery = admin('POST', '/deliveries/await', {
    token,
    body: { eventType: 'prospect.submitted', timeout },
  }).catch(() => undefined);
  await eventually(async () => (await quotaOf(one.id, 'long-polls'))?.used === 2);
  const refused = await admin('POST', '/requests/await', { token, body: { operation: 'getOrder', timeout } });
  expectProblem(refused, started.mock, {
    status: 429,
    type: 'quota-exceeded',
    instance: '/__admin/requests/await',
    detail: '2 calls are already waiting',
  });
  expect(refused.body.quota).toMatchObject({ name: 'long-polls', limit: 2, used: 2 });
  await started.api.get('/me', { as: null, headers: { authorization: `Bearer ${token}` } });
  expect((await forRequest).status).toBe(200);
  expect(await quotaOf(one.id, 'long-polls')).toMatchObject({ used: 1 });
  succeed(await admin('POST', `/reset?sandbox=${one.id}`, BY_OPERATOR));
  await started.mock.close();
  await forDelivery;
});

/** Each of several servers has its part of the deliveries when it knows the others: by its next sign of life. */
const serversKnowEachOther = async (): Promise<boolean> => {
  const asked = await Promise.all(Array.from({ length: 9 }, () => admin('GET', '/servers', BY_OPERATOR)));
  const lists = asked.map(
    (answer) => succeed(answer).body.data as readonly { readonly isThis: boolean; readonly id: string }[],
  );
  const asking = new Set(lists.map((servers) => servers.find(({ isThis }) => isThis)?.id));
  return asking.size === lists[0]?.length && lists.every(({ length }) => length === asking.size);
};

test('deliveries: further ones wait, and are sent as others end', async () => {
  const receiver = await startReceiver();
  await start({ deliveriesPerSandbox: 3, webhookAllow: `127.0.0.1:${String(receiver.port)}` });
  await eventually(serversKnowEachOther);
  const one = await createSandbox(admin, {}, BY_OPERATOR);
  const authorization = `Bearer ${await tokenOf(one)}`;
  const endpoint = await started.api.call('POST', '/webhooks', {
    as: null,
    headers: { authorization },
    body: { url: receiver.urlOf(), events: ['prospect.*'] },
  });
  expect(endpoint.text).toContain('whsec_');
  receiver.answer('/hook', 'hang');
  for (let count = 0; count < 8; count++)
    succeed(await admin('POST', `/events?sandbox=${one.id}`, { ...BY_OPERATOR, body: { type: 'prospect.submitted' } }));
  await receiver.waitFor(3);
  // The last event was answered before its delivery was claimed.
  await eventually(async () => (await quotaOf(one.id, 'deliveries'))?.waiting === 5);
  expect(await quotaOf(one.id, 'deliveries')).toMatchObject({ limit: 3, used: 3 });
  expect(receiver.received).toHaveLength(3);
  receiver.answer('/hook', 200);
  receiver.release(200);
  await receiver.waitFor(8);
  await eventually(async () => (await quotaOf(one.id, 'deliveries'))?.used === 0);
  await receiver.stop();
});

test('sandboxes: a link gives out no more than it may have, until one of them ends', async () => {
  await start({ sandboxesPerLink: 1 });
  const make = async () =>
    succeed(await admin('POST', '/visitor-links', { ...BY_OPERATOR, body: { name: 'Fair', uses: 'many' } })).body as {
      readonly url: string;
    };
  const [link, other] = [await make(), await make()];
  const open = ({ url }: { readonly url: string }) => openBrowser(started).signIn({ link: new URL(url).hash.slice(1) });
  const { status, body } = await open(link);
  expect(status).toBe(200);
  expect(await quotaOf(body.sandbox as string, 'sandboxes')).toMatchObject({ limit: 1, used: 1 });
  const refused = await open(link);
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({
    type: expect.stringMatching(/\/quota-exceeded$/),
    code: 'no-room',
    quota: { name: 'sandboxes', limit: 1, used: 1, setting: '--limits sandboxes-per-link' },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600);
  expect((await open(other)).status).toBe(200);
  succeed(await admin('DELETE', `/sandboxes/${body.sandbox as string}`, BY_OPERATOR));
  expect((await open(link)).status).toBe(200);
});
