import type { ControlServices } from '../../control/control-services.ts';
import { USUAL_WAIT } from '../../kernel/wait-until.ts';
import { emitEvent, readOutbox } from '../../control/scenarios/trigger.ts';
import { unknownDelivery } from '../../control/webhooks/receivers.ts';
import { defineBehaviours } from './behaviour/control-behaviour.ts';
import { eventStream, toList } from './behaviour/outcomes.ts';
import { readTimeout, toFound } from './behaviour/waits.ts';

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
    listEvents: ({ sandbox, query }) => toList(query, (wanted) => readOutbox(sandbox, wanted)),
    /** Emits a sample event as if it had happened. */
    emitEvent: ({ sandbox, body }) => emitEvent(samples, sandbox, body),

    // Deliveries with all attempts, including details that the API itself does not show.
    listDeliveries: ({ sandbox, query: { limit, page, sandbox: _sandbox, ...criteria } }) =>
      toList({ limit, page }, (wanted) => deliveries.page(sandbox, criteria, wanted)),
    getDelivery: async ({ sandbox, path: { id } }) => {
      const found = await deliveries.find(sandbox, id);
      if (found !== undefined) return found;
      throw unknownDelivery(id);
    },
    awaitDeliveries: async ({ sandbox, body: { count = 1, timeout = USUAL_WAIT, ...criteria }, whenGone }) => {
      const wait = { criteria, count, timeout: readTimeout(timeout), whenGone };
      const awaited = await deliveries.await(sandbox.organization, wait);
      return toFound(awaited, { count, timeout, arrived: 'deliveries were there' });
    },
    /** Whether a delivery is genuine, and if not, why. */
    verifyWebhook: ({ sandbox, body }) => checkSignature(sandbox, body),

    // Webhook endpoints as the server sees them.
    listReceivers: ({ sandbox }) => receivers.list(sandbox),
    addReceiver: ({ sandbox, owner, body }) => receivers.add(sandbox, body, owner.administratorEmail),
    updateReceiver: ({ sandbox, path: { id }, body }) => receivers.change(sandbox, id, body),
    deleteReceiver: ({ sandbox, path: { id } }) => receivers.remove(sandbox, id),
    replayDelivery: ({ sandbox, path: { id } }) => receivers.replay(sandbox, id),
    rotateWebhookSecret: ({ sandbox, path: { id }, body: { window } = {} }) =>
      receivers.rotateSecret(sandbox, id, window),

    // The server's own webhook receivers.
    listInboxes: async ({ sandbox }) => ({ data: await inboxes.list(sandbox) }),
    getInbox: ({ sandbox, path: { name } }) => inboxes.show(sandbox, name),
    programInbox: async ({ sandbox, owner, path: { name }, body: { answers, register } }) => {
      const registered =
        register === true ? await receivers.registerInbox(sandbox, name, owner.administratorEmail) : {};
      if (answers !== undefined) inboxes.program(sandbox, name, answers);
      return { ...(await inboxes.show(sandbox, name)), ...registered };
    },
    deleteInbox: ({ sandbox, path: { name } }) => {
      inboxes.remove(sandbox, name);
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
    },
  });
