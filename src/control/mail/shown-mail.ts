import { MAILS_KEPT, type Mailbox } from '../../engine/mail/mailbox.ts';
import { newestMails } from '../../engine/mail/sandbox-mail.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';

/** An e-mail that the real service would have sent. */
export interface ShownMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: string;
}

/** Sent to the organization's administrator and to invited people; oldest first. */
export const mailsOf = async (
  mailbox: Mailbox,
  organization: string,
  sandbox: Sandbox | undefined,
): Promise<readonly ShownMail[]> => {
  const own = mailbox.of(organization);
  const inSandbox = (await sandbox?.read((work) => newestMails(work, MAILS_KEPT))) ?? [];
  const newest = [...own, ...inSandbox].sort((a, b) => a.sentAt - b.sentAt).slice(-MAILS_KEPT);
  return newest.map(({ to, subject, text, sentAt }) => ({ to, subject, text, sentAt: toIsoDateTime(sentAt) }));
};
