import { type Mailbox, createMailbox } from '../../engine/mail/mailbox.ts';

/** A mailbox whose e-mails can be deleted per organization. */
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
