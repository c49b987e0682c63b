import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { emit } from '../api/emit.ts';
import { cancelExpiry } from './expire-invitation.ts';
import type { InvitationOf } from './find-open-invitation.ts';
import { type InvitationRecord, invitations } from './invitation.ts';

/** Uses a KYC link: "a notification only; the resource is fetched separately". */
export const useKycInvitation = async (work: UnitOfWork, invitation: InvitationOf<'KYC'>): Promise<void> => {
  await useUp(work, invitation);
  await emit(work, 'self_service_invitation.used', invitation.seller, {
    invitationUuid: invitation.uuid,
    kind: 'KYC',
    buyerUuid: invitation.buyerUuid,
    usedAt: toIsoDateTime(work.now),
  });
};

/** Uses a prospect link. */
export const useProspectInvitation = async (
  work: UnitOfWork,
  invitation: InvitationOf<'PROSPECT'>,
  prospectUuid: string,
): Promise<void> => {
  await useUp(work, invitation);
  await emit(work, 'self_service_invitation.used', invitation.seller, {
    invitationUuid: invitation.uuid,
    kind: 'PROSPECT',
    prospectUuid,
    usedAt: toIsoDateTime(work.now),
  });
};

const useUp = async (work: UnitOfWork, invitation: InvitationRecord): Promise<void> => {
  await work.update(invitations, invitation, { ...invitation, status: 'USED', usedAt: work.now });
  await cancelExpiry(work, invitation);
};
