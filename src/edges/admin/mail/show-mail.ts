import { mailsOf } from '../../../control/mail/shown-mail.ts';
import type { Mailbox } from '../../../engine/mail/mailbox.ts';
import type { Behaviour } from '../../../engine/responders/stateful.ts';
import { jsonContent } from '../../../kernel/http.ts';

export const showMail =
  (mailbox: Mailbox): Behaviour =>
  async ({ caller, sandbox }) => {
    const data = await mailsOf(mailbox, caller?.organization?.uuid ?? '', sandbox);
    return { status: 200, headers: {}, content: jsonContent({ data }) };
  };
