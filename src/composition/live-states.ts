import type { Mailboxes } from '../control/mail/mailboxes.ts';
import type { Shows } from '../control/show/shows.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { LiveParts, LiveState } from '../engine/sandbox/live-state.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Observers } from './observers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';
import type { SandboxOwner } from '../engine/sandbox/sandbox.ts';

interface LiveStatesParts {
  readonly observers: Pick<Observers, 'expectations' | 'recorder' | 'watches' | 'journal'>;
  readonly known: Pick<KnownOrganizations, 'clients'>;
  readonly webhooks: Pick<OwnWebhooks, 'inboxes' | 'listeners'>;
  readonly mailbox: Pick<Mailboxes, 'live'>;
  readonly shows: Pick<Shows, 'live'>;
  readonly api: Pick<Engine, 'liveStates'>;
}

export interface LiveStates extends LiveParts {
  /** What a show restores when it goes back. */
  readonly restorable: readonly LiveState[];
  readonly clearBudgets: (owner: SandboxOwner) => void;
}

/** What this process keeps of a sandbox beside its documents. A part that keeps more of it adds a line here. */
export const toLiveStates = (parts: LiveStatesParts): LiveStates => {
  const { observers, known, webhooks, mailbox, shows, api } = parts;
  const { expectations, watches, recorder, journal } = observers;
  const budgets = api.liveStates({ clientsOf: known.clients.clientsOf });
  const restorable = [expectations.live, webhooks.inboxes.live, mailbox.live, watches.live];
  return {
    logs: [
      {
        ...journal.log,
        reset: ({ uuid }) => {
          journal.forget(uuid);
        },
        drop: ({ uuid }) => {
          journal.drop(uuid);
        },
      },
      recorder.log,
    ],
    states: [...budgets, ...restorable, recorder.live, shows.live],
    replaced: ({ sandbox }) => {
      webhooks.listeners.forget(sandbox);
    },
    restorable,
    clearBudgets: (owner) => {
      for (const budget of budgets) budget.load(owner, undefined);
    },
  };
};
