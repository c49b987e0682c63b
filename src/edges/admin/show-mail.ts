import type { Mailbox } from '../../engine/mail/mailbox.ts';
import type { Behaviour } from '../../engine/responders/stateful.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { jsonContent } from '../../kernel/http.ts';

/** What the real service would have sent to the organization's administrator. */
export const showMail =
  (mailbox: Mailbox): Behaviour =>
  ({ caller }) => {
    const mails = mailbox.of(caller?.organization?.uuid ?? '');
    const data = mails.map(({ to, subject, text, sentAt }) => ({ to, subject, text, sentAt: toIsoDateTime(sentAt) }));
    return { status: 200, headers: {}, content: jsonContent({ data }) };
  };
