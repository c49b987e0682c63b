import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';
import { startReceiver } from '../../support/receiver.ts';
import { succeed } from '../../support/workflow.ts';
import { createWebhookClient } from './webhook-client.ts';

const started = await closedBy(afterAll).start();
beforeEach(() => started.mock.clock.freeze('2026-12-01T09:00:00Z'));
afterEach(() => started.mock.reset());

const { call, admin, ...client } = createWebhookClient(() => started);

interface Receiver {
  readonly id: string;
  readonly status: string;
  readonly failures: { readonly count: number; readonly since: string | null; readonly pausesAt: string | null };
  readonly paused: { readonly at: string; readonly why: string } | null;
}

const receivers = async (): Promise<readonly Receiver[]> =>
  succeed(await admin('GET', '/webhooks')).body.data as readonly Receiver[];

const registerInbox = async (name = 'shop') =>
  succeed(await admin('PUT', `/inbox/${name}`, { register: true })).body as {
    readonly url: string;
    readonly webhookId: string;
    readonly secret: string;
    readonly created: boolean;
  };

const fire = async (id: string): Promise<string> => (await client.fire({ id })).id as string;

const emit = async (): Promise<void> => {
  succeed(await admin('POST', '/events', { type: 'prospect.submitted' }));
};

test('an inbox becomes a receiver of all events in one call', async () => {
  const first = await registerInbox();
  expect(first).toMatchObject({ created: true, secret: expect.stringMatching(/^whsec_/) });
  expect(await registerInbox()).toEqual({ ...first, created: false });
  await fire(first.webhookId);
  await started.mock.deliveries.await({ status: 'DELIVERED' });
  const { messages } = succeed(await admin('GET', '/inbox/shop')).body as { messages: { signature: object }[] };
  expect(messages).toMatchObject([{ signature: { verdict: 'valid', webhookId: first.webhookId } }]);
  const [shown] = await receivers();
  expect(shown).toMatchObject({
    id: first.webhookId,
    url: first.url,
    inbox: 'shop',
    configured: false,
    status: 'ACTIVE',
    paused: null,
    failures: { count: 0, most: 20, since: null, pausesAt: null },
    lastSuccessAt: null,
    nextAttemptAt: null,
    deliveries: { pending: 0, delivered: 1, failed: 0 },
    chaos: null,
    previousSecretExpiresAt: null,
  });
  expect(JSON.stringify(shown)).not.toContain(first.secret);
});

test('failures in a row, the next attempt and the reason of a pause are shown', async () => {
  const { webhookId } = await registerInbox();
  succeed(await admin('PATCH', `/webhooks/${webhookId}`, { chaos: { rules: [{ downFor: 'P10D' }] } }));
  await emit();
  await started.mock.idle();
  const failing = await receivers();
  expect(failing).toMatchObject([
    {
      failures: { count: 1, since: '2026-12-01T09:00:00.000Z', pausesAt: '2026-12-04T09:00:00.000Z' },
      nextAttemptAt: '2026-12-01T09:00:05.000Z',
      chaos: { since: '2026-12-01T09:00:00.000Z', rules: [{ downFor: 'P10D' }] },
    },
  ]);
  await started.mock.clock.advance({ by: 'P4D' });
  await started.mock.idle();
  expect(await receivers()).toMatchObject([
    {
      status: 'PAUSED',
      paused: { why: 'CONTINUOUS_FAILURE_WINDOW', at: '2026-12-04T09:00:00.000Z' },
      failures: { count: 0, since: null },
      nextAttemptAt: null,
    },
  ]);
  const { headers } = await call('GET', `/webhooks/${webhookId}`);
  const match = { 'if-match': headers['etag'] ?? '' };
  const resumed = succeed(await call('PATCH', `/webhooks/${webhookId}`, { status: 'ACTIVE' }, match));
  expect(await receivers()).toMatchObject([{ status: 'ACTIVE', paused: null }]);
  const next = { 'if-match': resumed.headers['etag'] ?? '' };
  const paused = succeed(await call('PATCH', `/webhooks/${webhookId}`, { status: 'PAUSED' }, next));
  const [before] = await receivers();
  expect(before).toMatchObject({ status: 'PAUSED', paused: { why: 'CLIENT' } });
  await started.mock.clock.advance({ by: 'PT1M' });
  const last = { 'if-match': paused.headers['etag'] ?? '' };
  succeed(await call('PATCH', `/webhooks/${webhookId}`, { events: ['kyc.*'] }, last));
  expect((await receivers())[0]?.paused).toEqual(before?.paused);
});

test('a delivery shows when the attempts that are left are made', async () => {
  const { webhookId } = await registerInbox();
  succeed(await admin('PATCH', `/webhooks/${webhookId}`, { chaos: { rules: [{ downFor: 'P10D' }] } }));
  const path = `/deliveries/${await fire(webhookId)}`;
  await started.mock.idle();
  const { planned, dueAt } = succeed(await admin('GET', path)).body as { planned: string[]; dueAt: string };
  expect([planned.length, planned[0], planned[8]]).toEqual([9, dueAt, '2026-12-04T01:35:05.000Z']);
  await started.mock.clock.advance({ by: 'P4D' });
  const { status, tries, planned: left } = succeed(await admin('GET', path)).body as Record<string, { at: string }[]>;
  expect([status, left, tries?.slice(1).map(({ at }) => at)]).toEqual(['FAILED', [], planned]);
});

test('a delivery is replayed without a request in the journal', async () => {
  const { webhookId } = await registerInbox();
  const id = await fire(webhookId);
  await started.mock.deliveries.await({ status: 'DELIVERED' });
  const { body: before } = await admin('GET', '/requests');
  const { status, body } = await admin('POST', `/deliveries/${id}/replay`);
  expect([status, body]).toEqual([
    202,
    expect.objectContaining({ webhookId, test: true, eventType: 'prospect.submitted' }),
  ]);
  expect(body.id).not.toBe(id);
  expect((await admin('GET', '/requests')).body.pagination).toEqual(before.pagination);
  expect((await admin('POST', '/deliveries/del_0/replay')).status).toBe(404);
});

test('an endpoint is paused, reactivated and deleted without a client, as by its client', async () => {
  const { webhookId } = await registerInbox();
  const { body: before } = await admin('GET', '/requests');
  const paused = succeed(await admin('PATCH', `/webhooks/${webhookId}`, { status: 'PAUSED' })).body;
  expect(paused).toMatchObject({ status: 'PAUSED', paused: { at: '2026-12-01T09:00:00.000Z', why: 'CLIENT' } });
  expect(succeed(await admin('PATCH', `/webhooks/${webhookId}`, { status: 'PAUSED' })).body).toEqual(paused);
  await emit();
  await started.mock.idle();
  expect((await receivers())[0]).toMatchObject({ deliveries: { pending: 1, delivered: 0 }, nextAttemptAt: null });
  const active = succeed(await admin('PATCH', `/webhooks/${webhookId}`, { status: 'ACTIVE' })).body;
  expect(active).toMatchObject({ status: 'ACTIVE', paused: null, failures: { count: 0 } });
  expect([active]).toEqual(await receivers());
  expect((await admin('GET', '/requests')).body.pagination).toEqual(before.pagination);
  expect((await call('GET', `/webhooks/${webhookId}`)).body).toMatchObject({ status: 'ACTIVE', version: 3 });
  const rules = [{ outcomes: [500] }];
  const both = succeed(await admin('PATCH', `/webhooks/${webhookId}`, { status: 'PAUSED', chaos: { rules } })).body;
  expect(both).toMatchObject({ status: 'PAUSED', chaos: { rules } });
  expect((await admin('DELETE', `/webhooks/${webhookId}`)).status).toBe(204);
  expect(await receivers()).toEqual([]);
  for (const again of [
    await admin('DELETE', `/webhooks/${webhookId}`),
    await admin('PATCH', `/webhooks/${webhookId}`, { status: 'ACTIVE' }),
  ])
    expect([again.status, again.body.detail]).toEqual([404, `Webhook endpoint ${webhookId} does not exist.`]);
});

test('a quarantined receiver is shown with the reason, the beginning and the end', async () => {
  const hasty = await startMock({ webhookTimeout: 100 });
  const receiver = await startReceiver();
  const hastyClient = createWebhookClient(() => hasty);
  try {
    await hasty.mock.clock.freeze('2026-12-01T09:00:00Z');
    receiver.answer('/slow', 'hang');
    const hook = await hastyClient.register(receiver.urlOf('/slow'));
    const quarantine = async (): Promise<unknown> =>
      (succeed(await hastyClient.admin('GET', '/webhooks')).body.data as readonly { quarantine: unknown }[])[0]
        ?.quarantine;
    const fireTimes = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time++) await hastyClient.fire(hook);
      await hasty.mock.idle();
    };
    await fireTimes(4);
    expect(await quarantine()).toBeNull();
    await fireTimes(1);
    const { host } = new URL(receiver.urlOf());
    expect(await quarantine()).toEqual({
      host,
      since: '2026-12-01T09:00:00.000Z',
      reason: `${host} took longer than 5 seconds to respond, or did not respond, 5 times in a row.`,
      until: 'It responds within 5 seconds, with any status. Meanwhile it gets one attempt at a time.',
    });
    receiver.answer('/slow', 500);
    await fireTimes(1);
    expect(await quarantine()).toBeNull();
  } finally {
    await hasty.stop();
    await receiver.stop();
  }
});
