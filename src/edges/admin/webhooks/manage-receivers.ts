import type { Receivers } from '../../../control/webhooks/receivers.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NOT_STORED, NO_CONTENT, ok } from '../behaviour/usual-outcomes.ts';

/** The webhook endpoints of a sandbox as the server sees them. */
export const manageReceivers = (receivers: Receivers) =>
  defineBehaviours({
    listReceivers: async ({ sandbox }) => ok({ data: await receivers.list(sandbox) }),
    updateReceiver: async ({ sandbox, path: { id }, body: { status } }) =>
      ok(await receivers.setStatus(sandbox, id, status)),
    deleteReceiver: async ({ sandbox, path: { id } }) => {
      await receivers.remove(sandbox, id);
      return NO_CONTENT;
    },
    replayDelivery: async ({ sandbox, path: { id } }) => ({
      status: 202,
      body: await receivers.replay(sandbox, id),
    }),
    registerInbox: async ({ sandbox, owner, path: { name } }) => {
      const registered = await receivers.registerInbox(sandbox, name, owner.administratorEmail);
      return { ...ok(registered), headers: NOT_STORED };
    },
  });
