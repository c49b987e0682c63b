import { afterEach, expect, test } from '@jest/globals';
import type { MockOptions } from '../../../src/index.ts';
import { closedBy } from '../../support/closed-by.ts';
import type { Receiver } from '../../support/receiver.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { createAdminClient, createSandbox, succeed } from '../control-api/admin-client.ts';
import { signed } from './webhook-client.ts';

const SECRET = 'whsec_of-the-receiver-of-this-test';
const ENDPOINT = 'wh_00000000000000000000000000';

const { folderOf, receive, start: startServer } = closedBy(afterEach);

const start = async (options: MockOptions = {}) => {
  const receiver = await receive();
  const started = await startServer({ webhookUrl: receiver.urlOf(), webhookSecret: SECRET, ...options });
  return { ...started, admin: createAdminClient(started), receiver };
};

const typesAt = ({ received }: Receiver): string[] => received.map(({ body }) => String(body.type));

test('every event comes there, signed, without anybody registering it', async () => {
  const { admin, mock, receiver: there } = await start();
  succeed(await admin('POST', '/events', { body: { type: 'compliance.decision_made' } }));
  succeed(
    await admin('POST', '/simulators/vies_recheck_failed_in_transit/run', {
      body: { orderUuid: 'e83a5f07-b1c4-4d29-a6e0-5c9f8d2b7416' },
    }),
  );
  await mock.idle();
  expect(typesAt(there)).toEqual(
    expect.arrayContaining(['compliance.decision_made', 'kyc.vies_check_failed', 'compliance.status_changed']),
  );
  expect(there.received.filter((each) => !signed(each).by(SECRET))).toEqual([]);
});

test('it is a webhook endpoint like any other: listed, retried, with a history', async () => {
  const { admin, api, mock, receiver: there } = await start();
  there.answer('/hook', { status: 500 });
  await mock.clock.freeze();
  succeed(await admin('POST', '/events', { body: { type: 'prospect.submitted' } }));
  await mock.idle();
  await mock.clock.advance({ by: 'PT5S' });
  await mock.idle();
  expect(there.received).toHaveLength(2);
  expect((await api.get('/webhooks')).body.data).toMatchObject([
    { id: ENDPOINT, url: there.urlOf(), status: 'ACTIVE' },
  ]);
  expect((await api.get(`/webhooks/${ENDPOINT}/deliveries`)).body.data).toMatchObject([
    { eventType: 'prospect.submitted', status: 'PENDING', attempts: 2, httpStatus: 500 },
  ]);
  expect((await admin('GET', '/deliveries')).body.data).toHaveLength(1);
});

test('each sandbox has it, and a reset brings it back', async () => {
  const { admin, api, mock, receiver: there } = await start();
  const sandbox = await createSandbox(admin);
  succeed(await admin('POST', `/events?sandbox=${sandbox.id}`, { body: { type: 'prospect.submitted' } }));
  expect((await api.delete(`/webhooks/${ENDPOINT}`)).status).toBe(204);
  await mock.reset();
  succeed(await admin('POST', '/events', { body: { type: 'export_file.generated' } }));
  await mock.idle();
  expect(typesAt(there).sort()).toEqual(['export_file.generated', 'prospect.submitted']);
});

test('a server that is started again with another URL, or without one, has changed its mind', async () => {
  const data = (await folderOf()).path;
  const endpointsOf = async ({ api }: StartedMock): Promise<unknown> =>
    (await api.get('/webhooks')).body.data.map(({ id, url }: { id: string; url: string }) => [id, url]);
  const first = await start({ data });
  expect(await endpointsOf(first)).toEqual([[ENDPOINT, first.receiver.urlOf()]]);
  await first.stop();
  const second = await start({ data, webhookUrl: 'http://127.0.0.1:9/other' });
  expect(await endpointsOf(second)).toEqual([[ENDPOINT, 'http://127.0.0.1:9/other']]);
  await second.stop();
  expect(await endpointsOf(await start({ data, webhookUrl: undefined, webhookSecret: undefined }))).toEqual([]);
});

test('without a secret there is one from the seed', async () => {
  const { admin, mock, receiver: there } = await start({ webhookSecret: undefined });
  expect(mock.webhookSecret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
  succeed(await admin('POST', '/events', { body: { type: 'prospect.submitted' } }));
  await mock.idle();
  expect(signed(there.received[0]!).by(String(mock.webhookSecret))).toBe(true);
});

test.each<[MockOptions, string]>([
  [{ webhookUrl: 'nowhere' }, 'webhookUrl must be an absolute URL, such as http://127.0.0.1:3000/webhooks'],
  [{ webhookUrl: 'ftp://127.0.0.1/' }, 'webhookUrl must be an http or https URL'],
  [{ webhookUrl: 'http://me:secret@127.0.0.1/' }, 'webhookUrl must not hold a user name or password'],
  [{ webhookUrl: 'http://169.254.169.254/' }, 'webhookUrl must not lead to where a cloud keeps its secrets'],
  [
    { webhookUrl: 'http://127.0.0.1/', webhookSecret: 'short' },
    'webhookSecret must have 16 to 200 printable characters',
  ],
  [{ webhookSecret: SECRET }, 'webhookSecret signs deliveries to --webhook-url'],
  [{ webhookUrl: 'http://127.0.0.1/', mode: 'hosted' }, 'webhookUrl is not allowed in hosted mode'],
])('%j stops the start', async (options, message) => {
  await expect(startMock(options)).rejects.toThrow(message);
  await expect(startMock(options)).rejects.not.toThrow(SECRET);
});
