import { sendMail } from '../../engine/mail/mail.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { InvitationKind, InvitationRecord } from './invitation.ts';
import { type LinkBase, toLinkUrl } from './link.ts';

const SUBJECTS: Readonly<Record<InvitationKind, string>> = {
  KYC: 'Please submit your company details',
  PROSPECT: 'Please introduce yourself',
};

/** "Where to mail the link; without it, pass the link on yourself." No e-mail leaves the machine. */
export const mailInvitation = (
  work: UnitOfWork,
  invitation: InvitationRecord,
  { to, ...place }: LinkBase & { readonly to: string | undefined },
): void => {
  if (to === undefined) return;
  sendMail(work, {
    to,
    subject: SUBJECTS[invitation.kind],
    text: `${SUBJECTS[invitation.kind]}: ${toLinkUrl(place, invitation.secret)} (works once, until ${toIsoDateTime(invitation.expiresAt)}).`,
  });
};
