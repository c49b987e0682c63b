import { toIsoDateTime } from '../../kernel/clock.ts';
import { defineBehaviours, type Schemas, emit } from '../api/behaviour.ts';
import { buyers, address, changeBuyer, getBuyerOf } from '../buyers/buyer.ts';
import { findOpenInvitation, findOpenInvitationFor, type InvitationOf } from './invitation.ts';
import { toProspect, type ProspectRecord, prospects } from '../prospects/prospect.ts';
import { defineRecords, key } from '../../engine/sandbox/collection.ts';
import { idIn, instant, label, object } from '../../engine/sandbox/record-schema.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { givenText } from '../api/component-schema.ts';
import { useInvitation } from './invitation-behaviours.ts';
import { reassessOrdersOf } from '../compliance/settle-order.ts';
import { drawUuid } from '../../kernel/ids.ts';

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
