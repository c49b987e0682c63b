import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { emit } from '../api/emit.ts';
import { cancelExpiry } from './expire-invitation.ts';
import { type InvitationRecord, invitations } from './invitation.ts';

/** Uses a link for the record that it leads to: "a notification only; the resource is fetched separately". */
export const useInvitation = (
  work: UnitOfWork,
  invitation: InvitationRecord,
  result: { readonly buyerUuid: string } | { readonly prospectUuid: string },
): void => {
  const { uuid: invitationUuid, kind, seller } = invitation;
  work.update(invitations, invitation, { ...invitation, status: 'USED', usedAt: work.now });
  cancelExpiry(work, invitation);
  const usedAt = toIsoDateTime(work.now);
  emit(work, 'self_service_invitation.used', seller, { invitationUuid, kind, ...result, usedAt });
};
