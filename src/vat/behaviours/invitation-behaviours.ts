import { problem } from '../../engine/problems/problem.ts';
import type { CallerOrganization } from '../../engine/ports/ports.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { defineBehaviours } from '../api/behaviour.ts';
import { type BuyerRecord, buyers } from '../buyers/buyer.ts';
import { checkAuthorized } from '../orders/find-order.ts';
import { toInvitation } from '../invitations/invitation.ts';
import type { DrawLinkSecret } from '../invitations/link.ts';
import { mailInvitation } from '../invitations/mail-invitation.ts';
import { makeInvitation } from '../invitations/make-invitation.ts';

/** "Self-service invitations (buyer-facing links for KYC submission and prospect onboarding)": how they are made. */
export const createInvitationBehaviours = (drawSecret: DrawLinkSecret) =>
  defineBehaviours({
    createKycInvitation: async ({ path, body, organization, origin, sandbox, work }) => {
      const { uuid: buyerUuid, seller } = await findInvitedBuyer(work, organization, path.id);
      const subject = { kind: 'KYC', buyerUuid } as const;
      const invitation = await makeInvitation(work, { seller, subject, drawSecret });
      await mailInvitation(work, invitation, { to: body?.email, origin, sandbox });
      return { status: 201, body: toInvitation(invitation, { origin, sandbox }) };
    },

    createProspectInvitation: async ({ body, seller, origin, sandbox, work }) => {
      const subject = { kind: 'PROSPECT' } as const;
      const invitation = await makeInvitation(work, { seller, subject, drawSecret });
      await mailInvitation(work, invitation, { to: body?.email, origin, sandbox });
      return { status: 201, body: toInvitation(invitation, { origin, sandbox }) };
    },
  });

/** The buyer of a path without a seller. Assumption: unauthorized-resource-status. */
const findInvitedBuyer = async (
  work: Reading,
  organization: CallerOrganization | undefined,
  uuid: string,
): Promise<BuyerRecord> => {
  const buyer = await work.get(buyers, uuid.toLowerCase());
  if (buyer === undefined) throw problem('not-found', { detail: `Buyer ${uuid} does not exist.` });
  checkAuthorized(organization, buyer.seller, `buyer ${uuid}`);
  return buyer;
};
