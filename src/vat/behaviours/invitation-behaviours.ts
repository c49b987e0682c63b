import { defineBehaviours } from '../api/behaviour.ts';
import { findBuyer } from '../buyers/find-buyer.ts';
import { toInvitation } from '../invitations/invitation.ts';
import type { DrawLinkSecret } from '../invitations/link.ts';
import { mailInvitation } from '../invitations/mail-invitation.ts';
import { makeInvitation } from '../invitations/make-invitation.ts';

/** "Self-service invitations (buyer-facing links for KYC submission and prospect onboarding)": their creation. */
export const createInvitationBehaviours = (drawSecret: DrawLinkSecret) =>
  defineBehaviours({
    createKycInvitation: ({ path, body, organization, origin, sandbox, work }) => {
      const { uuid: buyerUuid, seller } = findBuyer(work, organization, path.id);
      const invitation = makeInvitation(work, { seller, subject: { kind: 'KYC', buyerUuid }, drawSecret });
      mailInvitation(work, invitation, { to: body?.email, origin, sandbox });
      return { status: 201, body: toInvitation(invitation, { origin, sandbox }) };
    },

    createProspectInvitation: ({ body, seller, origin, sandbox, work }) => {
      const invitation = makeInvitation(work, { seller, subject: { kind: 'PROSPECT' }, drawSecret });
      mailInvitation(work, invitation, { to: body?.email, origin, sandbox });
      return { status: 201, body: toInvitation(invitation, { origin, sandbox }) };
    },
  });
