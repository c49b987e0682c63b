import { MAILS_KEPT, type Mailbox } from '../../../engine/mail/mailbox.ts';
import { newestMails } from '../../../engine/mail/sandbox-mail.ts';
import type { Behaviour } from '../../../engine/responders/stateful.ts';
import { toIsoDateTime } from '../../../kernel/clock.ts';
import { jsonContent } from '../../../kernel/http.ts';

/** What the real service would have sent: to the organization's administrator, and to those whom it invited. */
export const showMail =
  (mailbox: Mailbox): Behaviour =>
  async ({ caller, sandbox }) => {
    const own = mailbox.of(caller?.organization?.uuid ?? '');
    const inSandbox = (await sandbox?.read((work) => newestMails(work, MAILS_KEPT))) ?? [];
    const newest = [...own, ...inSandbox].sort((a, b) => a.sentAt - b.sentAt).slice(-MAILS_KEPT);
    const data = newest.map(({ to, subject, text, sentAt }) => ({ to, subject, text, sentAt: toIsoDateTime(sentAt) }));
    return { status: 200, headers: {}, content: jsonContent({ data }) };
  };
