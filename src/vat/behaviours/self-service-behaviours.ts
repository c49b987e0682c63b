import { toIsoDateTime } from '../../kernel/clock.ts';
import { defineBehaviours } from '../api/behaviour.ts';
import { buyers } from '../buyers/buyer.ts';
import { findOpenInvitation, findOpenInvitationFor } from '../invitations/find-open-invitation.ts';
import { toProspect } from '../prospects/prospect.ts';
import { submitKyc } from '../self-service/submit-kyc.ts';
import { submitProspect } from '../self-service/submit-prospect.ts';

/** Operations for the recipient of a link: the token is the only credential. Assumption: self-service-public. */
export const selfServiceBehaviours = defineBehaviours({
  getSelfServiceInvitation: ({ path, work }) => {
    const invitation = findOpenInvitation(work, path.token);
    const { kind } = invitation;
    const buyer = kind === 'KYC' ? work.get(buyers, invitation.buyerUuid) : undefined;
    return {
      status: 200,
      body: {
        kind,
        status: 'OPEN',
        expiresAt: toIsoDateTime(invitation.expiresAt),
        ...(buyer === undefined ? {} : { companyName: buyer.companyName, vatNumber: buyer.vatNumber }),
      },
    };
  },

  submitSelfServiceKyc: async ({ path, body, work }) => {
    const invitation = findOpenInvitationFor(work, path.token, 'KYC');
    await submitKyc(work, invitation, body);
    const { uuid: invitationUuid, kind, buyerUuid } = invitation;
    return { status: 200, body: { invitationUuid, kind, buyerUuid, usedAt: toIsoDateTime(work.now) } };
  },

  submitSelfServiceProspect: ({ path, body, work }) => {
    const invitation = findOpenInvitationFor(work, path.token, 'PROSPECT');
    return { status: 201, body: toProspect(submitProspect(work, invitation, body)) };
  },
});
