/** An e-mail that the real service would have sent. */
export interface Mail {
  /** UUID of the organization that it concerns. */
  readonly organization: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
}

export interface Mailer {
  readonly send: (mail: Mail) => void;
}

/** Stores e-mails for display in the control API, only the newest of each organization; never sends any. */
export interface Mailbox extends Mailer {
  readonly of: (organization: string) => readonly Mail[];
}

/** Maximum number per organization. */
export const MAILS_KEPT = 200;

export const createMailbox = (): Mailbox => {
  const mails = new Map<string, Mail[]>();
  return {
    send: (mail) => {
      const sent = mails.get(mail.organization) ?? [];
      mails.set(mail.organization, [...sent.slice(1 - MAILS_KEPT), mail]);
    },
    of: (organization) => mails.get(organization) ?? [],
  };
};
