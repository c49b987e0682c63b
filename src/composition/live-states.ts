import type { Mailboxes } from '../control/mail/mailboxes.ts';
import type { Shows } from '../control/show/shows.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { LiveLog, LiveState } from '../engine/sandbox/live-state.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Observers } from './observers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';

interface LiveStatesParts {
  readonly observers: Pick<Observers, 'expectations' | 'recorder' | 'watches' | 'journal'>;
  readonly known: Pick<KnownOrganizations, 'clients'>;
  readonly webhooks: Pick<OwnWebhooks, 'inboxes'>;
  readonly mailbox: Pick<Mailboxes, 'live'>;
  readonly shows: Shows;
  readonly api: Pick<Engine, 'liveStates'>;
}

/** What this process keeps of a sandbox beside its documents. A part that keeps more of it adds a line here. */
export const toLiveStates = (parts: LiveStatesParts): readonly LiveState[] => {
  const { observers, known, webhooks, mailbox, shows, api } = parts;
  return [
    ...api.liveStates({ clientsOf: known.clients.clientsOf }),
    observers.expectations.live,
    webhooks.inboxes.live,
    mailbox.live,
    observers.watches.live,
    observers.recorder.live,
    shows.live,
  ];
};

export const toLiveLogs = ({ observers }: Pick<LiveStatesParts, 'observers'>): readonly LiveLog[] => [
  observers.journal.log,
  observers.recorder.log,
];
