import type { Mailboxes } from '../control/mail/mailboxes.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { Organization } from '../identity/organization.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { LazyRef } from './lazy-ref.ts';
import type { Observers } from './observers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';

export interface Reset {
  /** After a reset, and when a sandbox is gone: nothing outside of it still speaks of what it was. */
  readonly everything: (organization: Organization) => void;
  /** Budgets and pauses alone. */
  readonly budgets: (organization: Organization) => void;
}

export interface ResetParts {
  readonly known: KnownOrganizations;
  readonly observers: Observers;
  readonly mailbox: Mailboxes;
  readonly webhooks: OwnWebhooks;
  /** Which counts the calls. */
  readonly api: LazyRef<Engine>;
}

/** Takes back what is kept of an organization outside of its sandbox. Whoever keeps more of one adds a line here. */
export const createReset = ({ known, observers, mailbox, webhooks, api }: ResetParts): Reset => {
  const budgets: Reset['budgets'] = ({ uuid }) => {
    api.get().forget(uuid, known.clients.clientsOf(uuid));
  };
  return {
    budgets,
    everything: (organization) => {
      const { uuid, sandbox } = organization;
      budgets(organization);
      observers.clientWatch.forget(organization);
      observers.recorder.forget(uuid);
      mailbox.forget(uuid);
      webhooks.listeners.forget(sandbox);
      webhooks.inboxes.forget(uuid);
    },
  };
};
