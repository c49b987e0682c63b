import { type Mail, type Mailbox, createMailbox } from '../../engine/mail/mailbox.ts';
import type { LiveState } from '../../engine/sandbox/live-state.ts';
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
