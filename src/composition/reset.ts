import type { Mailboxes } from '../control/mail/mailboxes.ts';
import type { Shows } from '../control/show/shows.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { Organization } from '../identity/organization.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { LazyRef } from './lazy-ref.ts';
import type { Observers } from './observers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';

export interface Reset {
  /** Clears all data kept outside a sandbox, after a reset or when the sandbox is dropped. */
  readonly everything: (organization: Organization) => void;
  /** Clears only budgets and pauses. */
  readonly budgets: (organization: Organization) => void;
}

interface ResetParts {
  readonly known: KnownOrganizations;
  readonly observers: Observers;
  readonly mailbox: Mailboxes;
  readonly webhooks: OwnWebhooks;
  readonly shows: Pick<Shows, 'forget'>;
  /** Counts the calls. */
  readonly api: LazyRef<Engine>;
}

/** Clears the data of an organization kept outside its sandbox. A part that keeps more of it adds a line here. */
export const createReset = ({ known, observers, mailbox, webhooks, shows, api }: ResetParts): Reset => {
  const budgets: Reset['budgets'] = ({ uuid }) => {
    api.get().forget(uuid, known.clients.clientsOf(uuid));
  };
  return {
    budgets,
    everything: (organization) => {
      const { uuid, sandbox } = organization;
      budgets(organization);
      observers.forget(organization);
      if (known.clients.findBySandbox(sandbox) === undefined) observers.recorder.drop(uuid);
      else observers.recorder.forget(uuid);
      mailbox.forget(uuid);
      webhooks.listeners.forget(sandbox);
      webhooks.inboxes.forget(uuid);
      shows.forget(uuid);
    },
  };
};
