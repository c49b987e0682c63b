import { mailsOf } from '../../../control/mail/shown-mail.ts';
import type { Mailbox } from '../../../engine/mail/mailbox.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';

export const showMail = (mailbox: Mailbox) =>
  defineBehaviours({
    listMail: async ({ organization = '', anySandbox }) =>
      ok({ data: await mailsOf(mailbox, organization, anySandbox) }),
  });
