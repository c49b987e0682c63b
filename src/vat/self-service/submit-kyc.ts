import { defineRecords, key } from '../../engine/sandbox/collection.ts';
import { idIn, instant, label, object } from '../../engine/sandbox/record-schema.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import type { Schemas } from '../api/behaviour.ts';
import { givenText } from '../api/component-schema.ts';
import { address, buyers } from '../buyers/buyer.ts';
import { changeBuyer } from '../buyers/change-buyer.ts';
import { getBuyerOf } from '../buyers/find-buyer.ts';
import type { InvitationOf } from '../invitations/find-open-invitation.ts';
import { useInvitation } from '../invitations/use-invitation.ts';
import { reassessOrdersOf } from '../verdict/reassess-orders.ts';

type KycData = Schemas['SelfServiceKycRequest'];

/** A buyer's submission, verbatim: the buyer record has no fields for all of it. */
export const kycSubmissions = defineRecords(
  'kyc-submissions',
  object({
    invitationUuid: label,
    buyerUuid: idIn(buyers.name),
    submittedAt: instant,
    companyName: givenText,
    'registrationNumber?': givenText,
    address,
    representative: object({ firstName: givenText, lastName: givenText, email: givenText, 'phone?': givenText }),
  }),
  ({ invitationUuid }) => invitationUuid,
  ({ buyerUuid }) => [key('buyer', buyerUuid)],
);

/**
 * Applies a buyer's submission through its link. In causal order: the link is used, then the buyer changes as by a
 * PATCH, then its orders are reassessed. This neither starts nor ends a service-led verification: "optionally start
 * service-led verification" is the partner's step. Assumptions: self-service-submissions, self-service-verification.
 */
export const submitKyc = async (work: UnitOfWork, invitation: InvitationOf<'KYC'>, data: KycData): Promise<void> => {
  const { uuid: invitationUuid, buyerUuid } = invitation;
  const { companyName, address } = data;
  useInvitation(work, invitation, { buyerUuid });
  work.insert(kycSubmissions, () => ({ ...data, invitationUuid, buyerUuid, submittedAt: work.now }));
  const buyer = getBuyerOf(work, buyerUuid);
  const changed = changeBuyer(buyer, { companyName, address }, work.now);
  if (changed === buyer) return;
  work.update(buyers, buyer, changed);
  await reassessOrdersOf(work, buyerUuid);
};
