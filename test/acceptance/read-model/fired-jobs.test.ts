import { afterAll, expect, test } from '@jest/globals';
import type { components } from '../../../src/generated/admin-types.ts';
import { closedBy } from '../../support/closed-by.ts';
import { SELLER, createWorkflow, succeed } from '../../support/workflow.ts';
import { createLinks } from '../self-service/links.ts';
import { createAdminClient } from '../control-api/admin-client.ts';

type Entry = components['schemas']['TimelineEntry'];

const started = await closedBy(afterAll).start();
const admin = createAdminClient(started);
const workflow = createWorkflow(started.api, started.clock);
const { clock } = started.mock;

const jobsIn = (entries: readonly Entry[]): readonly string[] =>
  entries.filter(({ kind }) => kind === 'job').map(({ title, status }) => `${title}: ${status ?? 'fired'}`);

const jobsOfOrder = async (uuid: string): Promise<readonly string[]> =>
  jobsIn(succeed(await admin('GET', `/records/orders/${uuid}`)).body.timeline as readonly Entry[]);

const jobsOfBuyer = async (uuid: string): Promise<readonly string[]> =>
  jobsIn(succeed(await admin('GET', `/records/buyers/${uuid}`)).body.firedJobs as readonly Entry[]);

await clock.freeze();
const { orderUuid, buyerUuid } = await workflow.begin(undefined, { kycMode: 'SERVICE_LED' });
succeed(await createLinks(started.api, 'api-client-demo').inviteBuyer(buyerUuid));
await clock.advance({ by: 'PT1M' });

/** The jobs of the order that this made fire. */
const firedBy = async (happen: () => Promise<void>): Promise<readonly string[]> => {
  const before = (await jobsOfOrder(orderUuid)).length;
  await happen();
  await started.mock.idle();
  return (await jobsOfOrder(orderUuid)).slice(before);
};

test('each request to VIES during an outage is a job that has fired, and so is the daily re-check', async () => {
  const fired = await firedBy(async () => {
    succeed(await admin('POST', '/simulators/vies_outage/run', { body: {} }));
    succeed(await started.api.post(`/partners/${SELLER}/buyers/${buyerUuid}/vies-checks`));
    await clock.advance({ by: 'PT6M' });
    succeed(await admin('POST', '/simulators/vies_recovery/run', { body: {} }));
    await clock.advance({ by: 'P1D' });
  });
  expect(fired).toEqual([
    'VIES check of DE100: PENDING',
    'VIES check of DE100: UNKNOWN',
    'Repeated VIES check of DE100: UNKNOWN',
    'Repeated VIES check of DE100: VALID',
    'Daily VIES re-check of DE100: fired',
    'VIES check of DE100: VALID',
  ]);
  expect((await jobsOfBuyer(buyerUuid)).slice(0, fired.length)).toEqual(fired.toReversed());
});

test('each attempt to deliver an event of the order is one, after the delivery', async () => {
  const { webhookId } = succeed(await admin('PUT', '/inbox/shop', { body: { register: true } })).body;
  succeed(await admin('PUT', '/inbox/shop', { body: { answers: [500, 200] } }));
  const data = { orderUuid };
  const fired = await firedBy(async () => {
    succeed(await admin('POST', '/events', { body: { type: 'compliance.status_changed', data } }));
    await started.mock.idle();
    await clock.advance({ by: 'PT1M' });
  });
  const title = `to deliver compliance.status_changed to ${new URL(started.mock.url).host}`;
  expect(fired).toEqual([`Attempt 1 ${title}: 500`, `Attempt 2 ${title}: 200`]);
  const { timeline } = succeed(await admin('GET', `/records/orders/${orderUuid}`)).body as {
    timeline: readonly Entry[];
  };
  expect(timeline.slice(-4).map(({ kind }) => kind)).toEqual(['event', 'delivery', 'job', 'job']);
  expect(timeline.at(-1)).toMatchObject({ webhookId, status: '200', deliveryId: timeline.at(-3)?.id });
});

test('the pause of a receiver that never succeeds is one, for an order that waits for it', async () => {
  const { webhookId } = succeed(await admin('PUT', '/inbox/deaf', { body: { register: true } })).body;
  succeed(await admin('PUT', '/inbox/deaf', { body: { answers: [500] } }));
  const fired = await firedBy(async () => {
    const body = { type: 'compliance.status_changed', data: { orderUuid } };
    succeed(await admin('POST', '/events', { body }));
    await clock.advance({ by: 'P4D' });
  });
  expect(fired).toContain(`Pause of ${new URL(started.mock.url).host} after 72 hours without a success: fired`);
  succeed(await admin('DELETE', `/webhooks/${webhookId as string}`));
});

test('an entry of a scenario that names the order is one, and so is the expiry of an invitation of its buyer', async () => {
  const fired = await firedBy(async () => {
    const timeline = [{ at: 'PT1H', emit: 'compliance.status_changed', data: { orderUuid } }];
    succeed(await admin('POST', '/scenarios', { body: { scenario: 'an-hour-later', teaches: 'Patience.', timeline } }));
    succeed(await admin('POST', '/scenarios/an-hour-later/activate', { body: {} }));
    await clock.advance({ by: 'PT2H' });
  });
  expect(fired[0]).toBe('Entry 1 in the timeline of scenario an-hour-later: fired');
  await clock.advance({ by: 'P31D' });
  expect(await jobsOfOrder(orderUuid)).toContain('Expiry of the invitation of the buyer: EXPIRED');
  expect(await jobsOfBuyer(buyerUuid)).toContain('Expiry of the invitation of the buyer: EXPIRED');
});
