import type { Mailboxes } from '../control/mail/mailboxes.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { LiveState } from '../engine/sandbox/live-state.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Observers } from './observers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';

export interface LiveStatesParts {
  readonly observers: {
    readonly expectations: Pick<Observers['expectations'], 'live'>;
    readonly clientWatch: Pick<Observers['clientWatch'], 'liveStates'>;
    readonly recorder: Pick<Observers['recorder'], 'liveStates'>;
  };
  readonly known: Pick<KnownOrganizations, 'clients'>;
  readonly webhooks: Pick<OwnWebhooks, 'inboxes'>;
  readonly mailbox: Pick<Mailboxes, 'live'>;
  readonly api: Pick<Engine, 'liveStates'>;
}

/** What this process keeps of a sandbox beside its documents. A part that keeps more of it adds a line here. */
export const toLiveStates = ({ observers, known, webhooks, mailbox, api }: LiveStatesParts): readonly LiveState[] => [
  ...api.liveStates({ clientsOf: known.clients.clientsOf }),
  observers.expectations.live,
  webhooks.inboxes.live,
  mailbox.live,
  ...observers.clientWatch.liveStates,
  ...observers.recorder.liveStates,
];
