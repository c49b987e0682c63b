import { type Mailbox, createMailbox } from '../../engine/mail/mailbox.ts';

/** A mailbox from which one organization's e-mails can be taken away. */
export interface Mailboxes extends Mailbox {
  readonly forget: (organization: string) => void;
}

export const createMailboxes = (): Mailboxes => {
  const boxes = new Map<string, Mailbox>();
  return {
    send: (mail) => {
      let box = boxes.get(mail.organization);
      if (box === undefined) boxes.set(mail.organization, (box = createMailbox()));
      box.send(mail);
    },
    of: (organization) => boxes.get(organization)?.of(organization) ?? [],
    forget: (organization) => {
      boxes.delete(organization);
    },
  };
};
