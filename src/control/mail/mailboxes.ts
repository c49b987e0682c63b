import { type Mailbox, createMailbox } from '../../engine/mail/mailbox.ts';

/** A mailbox whose e-mails can be deleted per organization. */
export interface Mailboxes extends Mailbox {
  readonly forget: (organization: string) => void;
  /** Returns a function that restores the e-mails of an organization as they are now. */
  readonly save: (organization: string) => () => void;
}

export const createMailboxes = (): Mailboxes => {
  const boxes = new Map<string, Mailbox>();
  const send: Mailbox['send'] = (mail) => {
    let box = boxes.get(mail.organization);
    if (box === undefined) boxes.set(mail.organization, (box = createMailbox()));
    box.send(mail);
  };
  const of: Mailbox['of'] = (organization) => boxes.get(organization)?.of(organization) ?? [];
  return {
    send,
    of,
    forget: (organization) => {
      boxes.delete(organization);
    },
    save: (organization) => {
      const mails = of(organization);
      return () => {
        boxes.delete(organization);
        for (const mail of mails) send(mail);
      };
    },
  };
};
