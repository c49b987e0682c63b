import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { scheduleExpiry } from './expire-invitation.ts';
import { type InvitationRecord, type InvitationSubject, invitations } from './invitation.ts';
import type { DrawLinkSecret } from './link.ts';

/** Seven days. Assumption: invitation-lifetime. */
const DAY = 86_400_000;
export const LIFETIME = 7 * DAY;

interface InvitationDraft {
  readonly seller: string;
  readonly subject: InvitationSubject;
  readonly drawSecret: DrawLinkSecret;
}

/** Creates an open link with a fixed expiry. */
export const makeInvitation = (
  work: UnitOfWork,
  { seller, subject, drawSecret }: InvitationDraft,
): InvitationRecord => {
  const invitation = work.insert<InvitationRecord>(invitations, ({ random }) => ({
    uuid: drawUuid(random),
    seller,
    ...subject,
    secret: drawSecret(random),
    status: 'OPEN',
    createdAt: work.now,
    expiresAt: work.now + (work.assumed.has('invitation-lifetime=a-day') ? DAY : LIFETIME),
  }));
  scheduleExpiry(work, invitation);
  return invitation;
};
