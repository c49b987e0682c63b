import { drawUuid } from '../../kernel/ids.ts';
import { defineRecords } from '../sandbox/collection.ts';
import { type TypeOf, instant, label, longText, object, text } from '../sandbox/record-schema.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';

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

/** "Sends" an e-mail that belongs to no sandbox. */
export interface Mailer {
  readonly send: (mail: Mail) => void;
}

/** An e-mail that the real service would have sent because of a change in a sandbox. */
const schema = object({ uuid: label, to: text, subject: text, text: longText, sentAt: instant });

type SandboxMail = TypeOf<typeof schema>;

export const mails = defineRecords('mails', schema, ({ uuid }) => uuid);

/**
 * "Sends" an e-mail in the transaction of the change that causes it: stored with the change, and deleted with the
 * sandbox.
 */
export const sendMail = (work: UnitOfWork, { to, subject, text }: Pick<Mail, 'to' | 'subject' | 'text'>): SandboxMail =>
  work.insert(mails, ({ random }) => ({ uuid: drawUuid(random), to, subject, text, sentAt: work.now }));

/** The newest e-mails of a sandbox, oldest first. */
export const newestMails = (work: Reading, count: number): readonly SandboxMail[] =>
  work.page(mails, { descending: true, page: 0, size: count }).values.toReversed();
