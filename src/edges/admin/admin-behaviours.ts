import { jsonContent } from '../../kernel/http.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import type { Mailbox } from '../../engine/mail/mailbox.ts';
import type { Behaviours } from '../../engine/responders/stateful.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import { showJournal } from './show-journal.ts';
import { showMail } from './show-mail.ts';
import { rotateClientSecret } from './rotate-client-secret.ts';

/** What the control API reads from the server around it, and what it steers. */
export interface AdminParts {
  readonly version: string;
  readonly isDraining: () => boolean;
  readonly clients: ClientDirectory;
  readonly journal: Journal;
  readonly mailbox: Mailbox;
}

export const createAdminBehaviours = ({ version, isDraining, clients, journal, mailbox }: AdminParts): Behaviours => ({
  getHealth: () => ({ status: 200, headers: {}, content: jsonContent({ status: 'UP', version }) }),
  getReadiness: () =>
    isDraining()
      ? { status: 503, headers: {}, content: jsonContent({ status: 'DRAINING' }) }
      : { status: 200, headers: {}, content: jsonContent({ status: 'READY' }) },
  rotateClientSecret: rotateClientSecret(clients),
  ...showJournal(journal),
  listMail: showMail(mailbox),
});
