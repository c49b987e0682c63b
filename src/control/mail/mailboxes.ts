import { type Mail, type Mailer, newestMails } from '../../engine/mail/mail.ts';
import type { LiveState } from '../../engine/sandbox/live-state.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { MailList } from '../../generated/control-schemas.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';

/** Stores e-mails for display in the control API, only the newest of each organization; never sends any. */
export interface Mailboxes extends Mailer {
  readonly of: (organization: string) => readonly Mail[];
  readonly live: LiveState;
}

/** Maximum number per organization. */
const MAILS_KEPT = 200;

export const createMailboxes = (): Mailboxes => {
  const boxes = new Map<string, { readonly mails: readonly Mail[]; readonly changes: number }>();
  let changes = 0;
  const of = (organization: string): readonly Mail[] => boxes.get(organization)?.mails ?? [];
  const send = (mail: Mail): void => {
    const mails = [...of(mail.organization).slice(1 - MAILS_KEPT), mail];
    boxes.set(mail.organization, { mails, changes: ++changes });
  };
  return {
    send,
    of,
    live: {
      name: 'mailbox',
      save: ({ uuid }) => boxes.get(uuid)?.mails,
      load: ({ uuid }, saved) => {
        boxes.delete(uuid);
        for (const mail of (saved ?? []) as readonly Mail[]) send(mail);
      },
      changes: ({ uuid }) => boxes.get(uuid)?.changes ?? 0,
    },
  };
};

/** Sent to the organization's administrator and to invited people; oldest first. */
export const mailsOf = async (
  mailboxes: Pick<Mailboxes, 'of'>,
  organization: string,
  sandbox: Sandbox | undefined,
): Promise<MailList['data']> => {
  const inSandbox = (await sandbox?.read((work) => newestMails(work, MAILS_KEPT))) ?? [];
  const newest = [...mailboxes.of(organization), ...inSandbox].sort((a, b) => a.sentAt - b.sentAt).slice(-MAILS_KEPT);
  return newest.map(({ to, subject, text, sentAt }) => ({ to, subject, text, sentAt: toIsoDateTime(sentAt) }));
};
