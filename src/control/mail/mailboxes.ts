import { type Mail, type Mailbox, createMailbox } from '../../engine/mail/mailbox.ts';
import { type LiveState, createRevisions } from '../../engine/sandbox/live-state.ts';

/** A mailbox whose e-mails can be deleted per organization. */
export interface Mailboxes extends Mailbox {
  readonly forget: (organization: string) => void;
  readonly live: LiveState;
}

export const createMailboxes = (): Mailboxes => {
  const boxes = new Map<string, { readonly mailbox: Mailbox; readonly revision: number }>();
  const revisions = createRevisions();
  const send: Mailbox['send'] = (mail) => {
    const { mailbox } = boxes.get(mail.organization) ?? { mailbox: createMailbox() };
    mailbox.send(mail);
    boxes.set(mail.organization, { mailbox, revision: revisions.next() });
  };
  const of: Mailbox['of'] = (organization) => boxes.get(organization)?.mailbox.of(organization) ?? [];
  return {
    send,
    of,
    forget: (organization) => {
      boxes.delete(organization);
    },
    live: {
      name: 'mailbox',
      revision: ({ uuid }) => boxes.get(uuid)?.revision ?? 0,
      capture: ({ uuid }) => (boxes.has(uuid) ? of(uuid) : undefined),
      restore: ({ uuid }, captured) => {
        boxes.delete(uuid);
        for (const mail of (captured ?? []) as readonly Mail[]) send(mail);
      },
    },
  };
};
