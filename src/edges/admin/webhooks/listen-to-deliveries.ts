import type { Listening } from '../../../control/listeners/listening.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NOT_STORED, NO_CONTENT } from '../behaviour/usual-outcomes.ts';

/** Deliveries for receivers that this server cannot reach: `vatmock listen` forwards them. */
export const listenToDeliveries = (listening: Listening) =>
  defineBehaviours({
    listenToDeliveries: async ({ sandbox, owner, endOfSession, query: { name, events }, header }) => {
      const pieces = await listening.listen(sandbox, {
        name,
        events,
        secret: header['webhook-secret'],
        administratorEmail: owner.administratorEmail,
        until: endOfSession,
      });
      return {
        status: 200,
        // Keeps proxies such as nginx from buffering the stream. `connection: close`, because a stopping server would
        // wait for an idle connection.
        headers: { ...NOT_STORED, 'x-accel-buffering': 'no', connection: 'close' },
        live: { mediaType: 'text/event-stream', pieces },
      };
    },

    reportOutcome: ({ sandbox, path: { name }, body: { attempt, ...outcome } }) => {
      listening.report(sandbox, name, attempt, outcome);
      return NO_CONTENT;
    },

    stopListening: async ({ sandbox, path: { name } }) => {
      await listening.stop(sandbox, name);
      return NO_CONTENT;
    },
  });
