import type { SandboxInboxes } from '../../../control/inbox/sandbox-inboxes.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NO_CONTENT, ok } from '../behaviour/usual-outcomes.ts';

/** The server's own webhook receivers. */
export const showInboxes = (inboxes: SandboxInboxes) =>
  defineBehaviours({
    listInboxes: async ({ sandbox }) => ok({ data: await inboxes.list(sandbox) }),
    getInbox: async ({ sandbox, path: { name } }) => ok(await inboxes.show(sandbox, name)),
    programInbox: async ({ sandbox, path: { name }, body: { answers } }) => {
      inboxes.program(sandbox, name, answers);
      return ok(await inboxes.show(sandbox, name));
    },
    deleteInbox: ({ sandbox, path: { name } }) => {
      inboxes.remove(sandbox, name);
      return NO_CONTENT;
    },
  });
