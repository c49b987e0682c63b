import { type Mail, type Mailbox, createMailbox, MAILS_KEPT, newestMails } from '../../engine/mail/mail.ts';
import type { LiveState } from '../../engine/sandbox/live-state.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';

/** A mailbox whose e-mails can be deleted per organization. */
export interface Mailboxes extends Mailbox {
  readonly forget: (organization: string) => void;
  readonly live: LiveState;
}

export const createMailboxes = (): Mailboxes => {
  const boxes = new Map<string, Mailbox>();
  let sent = 0;
  /** The number of the last e-mail, by organization. */
  const last = new Map<string, number>();
  const send: Mailbox['send'] = (mail) => {
    getOrInsert(boxes, mail.organization, createMailbox).send(mail);
    last.set(mail.organization, ++sent);
  };
  const of: Mailbox['of'] = (organization) => boxes.get(organization)?.of(organization) ?? [];
  const forget = (organization: string): void => {
    boxes.delete(organization);
    last.delete(organization);
  };
  return {
    send,
    of,
    forget,
    live: {
      name: 'mailbox',
      save: ({ uuid }) => (boxes.has(uuid) ? of(uuid) : undefined),
      load: ({ uuid }, saved) => {
        forget(uuid);
        for (const mail of (saved ?? []) as readonly Mail[]) send(mail);
      },
      changes: ({ uuid }) => last.get(uuid) ?? 0,
    },
  };
};

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
