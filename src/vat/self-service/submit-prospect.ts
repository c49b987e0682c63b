import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { drawUuid } from '../../kernel/ids.ts';
import type { Schemas } from '../api/behaviour.ts';
import { emit } from '../api/emit.ts';
import type { InvitationOf } from '../invitations/find-open-invitation.ts';
import { useInvitation } from '../invitations/use-invitation.ts';
import { type ProspectRecord, prospects } from '../prospects/prospect.ts';

/**
 * Creates a prospect: "a used prospect invitation causes `self_service_invitation.used` and then `prospect.submitted`".
 * Assumption: event-emission.
 */
export const submitProspect = (
  work: UnitOfWork,
  invitation: InvitationOf<'PROSPECT'>,
  submission: Schemas['ProspectSubmission'],
): ProspectRecord => {
  const { seller } = invitation;
  const prospect = work.insert<ProspectRecord>(prospects, ({ random }) => ({
    uuid: drawUuid(random),
    seller,
    ...submission,
    status: 'SUBMITTED',
    submittedAt: work.now,
  }));
  useInvitation(work, invitation, { prospectUuid: prospect.uuid });
  if (work.assumed.has('event-emission=used-alone')) return prospect;
  emit(work, 'prospect.submitted', seller, {
    prospectUuid: prospect.uuid,
    partnerUuid: seller,
    type: prospect.type,
    submittedAt: toIsoDateTime(prospect.submittedAt),
  });
  return prospect;
};
