import type { components } from '../../../../src/index.ts';
import { createAdminClient, succeed } from '../../control-api/admin-client.ts';
import { type WebhookReceiver, startWebhookReceiver } from '../client/webhook-receiver.ts';
import type { Play, Stage } from '../play.ts';

type Endpoint = components['schemas']['WebhookEndpoint'];
type Delivery = components['schemas']['WebhookDelivery'];

const HOUR = 3_600_000;

/** A client that listens, and knows of each order what it takes for its status. */
interface Listening {
  readonly endpoint: Endpoint;
  readonly receiver: WebhookReceiver;
  readonly orderUuid: string;
  readonly known: { status?: string | undefined };
  /** The service tells of a change of the order. */
  readonly emit: (previousStatus: string, currentStatus: string) => Promise<void>;
  /** Everything that is due has been sent, taken and worked on. */
  readonly settle: () => Promise<void>;
}

/** Lets a client listen to compliance events about an order, and stops its receiver at the end. */
const listening =
  (play: (stage: Stage, listening: Listening) => Promise<unknown>) =>
  async (stage: Stage): Promise<unknown> => {
    const { client, workflow, habits, time, started } = stage;
    const { orderUuid } = await workflow.begin();
    const known: Listening['known'] = {};
    const receiver = await startWebhookReceiver(habits, time, async ({ data }) => {
      // Several servers order what they saw by their clocks, and a delivery takes its time.
      started.clock.advance(1);
      // An event is a hint that something has changed; what it is now, the resource tells.
      known.status = habits.readsResource ? (await client.compliance(orderUuid)).status : data.currentStatus;
    });
    try {
      const registered = { url: receiver.url, events: ['compliance.*'] };
      const { body } = await client.caller.call({ method: 'POST', path: '/webhooks', body: registered });
      const endpoint = body as Endpoint & { readonly secret: string };
      receiver.trust(endpoint.secret);
      await stage.activate();
      const admin = createAdminClient(started);
      return await play(stage, {
        endpoint,
        receiver,
        orderUuid,
        known,
        emit: async (previousStatus, currentStatus) => {
          const event = { type: 'compliance.status_changed', orderUuid, data: { previousStatus, currentStatus } };
          succeed(await admin('POST', '/events', { body: event }));
        },
        settle: async () => {
          await started.mock.idle();
          await receiver.settled();
        },
      });
    } finally {
      await receiver.stop();
    }
  };

/** How often one event was worked on. */
const oneEvent = listening(async (_stage, { emit, settle, receiver }) => {
  await emit('VALID', 'INVALID');
  await settle();
  return receiver.worked.length;
});

/** The order is INCOMPLETE, and what the client takes it for in the end. */
const thereAndBack = listening(async (_stage, { emit, settle, known }) => {
  await emit('INCOMPLETE', 'INVALID');
  await emit('INVALID', 'INCOMPLETE');
  await settle();
  return known.status;
});

/** A day without a receiver; then the client looks at what it has missed. */
const aDayLater = listening(async ({ client, time, habits }, { endpoint, emit, settle, known }) => {
  await emit('INCOMPLETE', 'INVALID');
  await settle();
  await time.wait(25 * HOUR);
  if (habits.looksAtHistory) {
    const path = `/webhooks/${endpoint.id}`;
    const { status } = (await client.caller.call({ method: 'GET', path })).body as Endpoint;
    if (status === 'PAUSED') await client.caller.call({ method: 'PATCH', path, body: { status: 'ACTIVE' } });
    const { body } = await client.caller.call({ method: 'GET', path: `${path}/deliveries` });
    for (const { id, status: outcome, nextRetryAt } of (body as { readonly data: readonly Delivery[] }).data)
      if (outcome !== 'DELIVERED' && nextRetryAt === null)
        await client.caller.call({ method: 'POST', path: `${path}/deliveries/${id}/replay` });
  }
  await settle();
  await time.wait(10 * HOUR);
  await settle();
  return known.status;
});

const NO_CHECK = 'bad-signature-accepted';

export const WEBHOOKS: Readonly<Record<string, Play>> = {
  'duplicate-webhooks': {
    play: oneEvent,
    ends: { result: 1 },
    wrong: [
      {
        does: 'works on every delivery',
        habits: { remembersEvents: false },
        finding: 'duplicate-worked-on',
        ends: { result: 2 },
      },
    ],
  },
  'forged-webhook': {
    play: oneEvent,
    ends: { result: 0 },
    wrong: [
      { does: 'believes whatever comes', habits: { verifiesSignature: false }, finding: NO_CHECK, ends: { result: 1 } },
    ],
  },
  'stale-webhook': {
    play: oneEvent,
    ends: { result: 0 },
    wrong: [
      {
        does: 'does not look at the time stamp',
        habits: { checksTime: false },
        finding: NO_CHECK,
        ends: { result: 1 },
      },
    ],
  },
  'reordered-webhooks': {
    play: thereAndBack,
    ends: { result: 'INCOMPLETE' },
    wrong: [
      {
        does: 'takes the last event for the truth',
        habits: { readsResource: false },
        isUnexpected: true,
        ends: { result: 'INVALID' },
      },
    ],
  },
  'receiver-down': {
    play: aDayLater,
    ends: { result: 'INCOMPLETE' },
    wrong: [{ does: 'never looks at what it has missed', habits: { looksAtHistory: false }, isUnexpected: true }],
  },
};
