import type { ControlServices } from '../../control/control-services.ts';
import { USUAL_WAIT } from '../../kernel/wait-until.ts';
import { emitEvent, readOutbox } from '../../control/scenarios/emit-event.ts';
import { unknownDelivery } from '../../control/webhooks/receivers.ts';
import { defineBehaviours } from './behaviour/control-behaviour.ts';
import { created, eventStream, listOutcome, NO_CONTENT, NOT_STORED, ok } from './behaviour/outcomes.ts';
import { readTimeout, toAwaitOutcome } from './behaviour/waits.ts';

/** Webhooks of a sandbox, from the event to the receiver. */
export const webhookOperations = ({
  samples,
  deliveries,
  checkSignature,
  receivers,
  inboxes,
  listeners,
}: ControlServices) =>
  defineBehaviours({
    /** The outbox: events caused by changes in a sandbox, with or without subscribers. */
    listEvents: ({ sandbox, query }) => listOutcome(query, (wanted) => readOutbox(sandbox, wanted)),
    /** Emits a sample event as if it had happened. */
    emitEvent: async ({ sandbox, body }) => created(await emitEvent(samples, sandbox, body)),

    // Deliveries with all attempts, including details that the API itself does not show.
    listDeliveries: ({ sandbox, query: { limit, page, sandbox: _sandbox, ...criteria } }) =>
      listOutcome({ limit, page }, (wanted) => deliveries.page(sandbox, criteria, wanted)),
    getDelivery: async ({ sandbox, path: { id } }) => {
      const found = await deliveries.find(sandbox, id);
      if (found !== undefined) return ok(found);
      throw unknownDelivery(id);
    },
    awaitDeliveries: async ({ sandbox, body: { count = 1, timeout = USUAL_WAIT, ...criteria }, whenGone }) => {
      const wait = { criteria, count, timeout: readTimeout(timeout), whenGone };
      const awaited = await deliveries.await(sandbox.organization, wait);
      return toAwaitOutcome(awaited, { count, timeout, arrived: 'deliveries were there' });
    },
    /** Whether a delivery is genuine, and if not, why. */
    verifyWebhook: async ({ sandbox, body }) => ({ ...ok(await checkSignature(sandbox, body)), headers: NOT_STORED }),

    // Webhook endpoints as the server sees them.
    listReceivers: async ({ sandbox }) => ok(await receivers.list(sandbox)),
    addReceiver: async ({ sandbox, owner, body }) => ({
      ...created(await receivers.add(sandbox, body, owner.administratorEmail)),
      headers: NOT_STORED,
    }),
    updateReceiver: async ({ sandbox, path: { id }, body }) => ok(await receivers.change(sandbox, id, body)),
    deleteReceiver: async ({ sandbox, path: { id } }) => {
      await receivers.remove(sandbox, id);
      return NO_CONTENT;
    },
    replayDelivery: async ({ sandbox, path: { id } }) => ({
      status: 202,
      body: await receivers.replay(sandbox, id),
    }),
    rotateWebhookSecret: async ({ sandbox, path: { id }, body: { window } = {} }) => ({
      ...ok(await receivers.rotateSecret(sandbox, id, window)),
      headers: NOT_STORED,
    }),

    // The server's own webhook receivers.
    listInboxes: async ({ sandbox }) => ok({ data: await inboxes.list(sandbox) }),
    getInbox: async ({ sandbox, path: { name } }) => ok(await inboxes.show(sandbox, name)),
    programInbox: async ({ sandbox, owner, path: { name }, body: { answers, register } }) => {
      const registered =
        register === true ? await receivers.registerInbox(sandbox, name, owner.administratorEmail) : {};
      if (answers !== undefined) inboxes.program(sandbox, name, answers);
      return { ...ok({ ...(await inboxes.show(sandbox, name)), ...registered }), headers: NOT_STORED };
    },
    deleteInbox: ({ sandbox, path: { name } }) => {
      inboxes.remove(sandbox, name);
      return NO_CONTENT;
    },

    // Deliveries for receivers that this server cannot reach: `vatmock listen` forwards them.
    listenToDeliveries: async ({ sandbox, owner, endOfSession, query: { name, events }, header }) => {
      const pieces = await listeners.listen(sandbox, {
        name,
        events,
        secret: header['webhook-secret'],
        administratorEmail: owner.administratorEmail,
        until: endOfSession,
      });
      // A stopping server would wait for an idle connection.
      return eventStream(pieces, { connection: 'close' });
    },
    reportOutcome: ({ sandbox, path: { name }, body: { attempt, ...outcome } }) => {
      listeners.report(sandbox, name, attempt, outcome);
      return NO_CONTENT;
    },
  });
