import { findAuthorized } from '../api/find-record.ts';
import { show } from '../api/show.ts';
import {
  defineRecords,
  handlesJob,
  idIn,
  instant,
  key,
  label,
  object,
  sendMail,
  type UnitOfWork,
} from '../../engine/sdk.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { type Schemas, defineBehaviours, emit } from '../api/behaviour.ts';
import { givenText } from '../api/component-schema.ts';
import { address, buyers, changeBuyer, getBuyerOf } from '../buyers/buyer.ts';
import { reassessOrdersOf } from '../compliance/settle-order.ts';
import { type ProspectRecord, prospects, toProspect } from '../prospects/prospect.ts';
import {
  type DrawLinkSecret,
  type InvitationRecord,
  type InvitationSubject,
  type LinkBase,
  findOpenInvitation,
  invitations,
  toInvitation,
  toLinkUrl,
} from './invitation.ts';

/** "Self-service invitations (buyer-facing links for KYC submission and prospect onboarding)": their creation. */
export const createInvitationBehaviours = (drawSecret: DrawLinkSecret) => {
  const invite = (
    { work, origin, sandbox }: LinkBase & { readonly work: UnitOfWork },
    seller: string,
    subject: InvitationSubject,
    to: string | undefined,
  ): { readonly status: 201; readonly body: Schemas['SelfServiceInvitation'] } => {
    const place = { origin, sandbox };
    const invitation = makeInvitation(work, { seller, subject, drawSecret });
    if (to !== undefined) mailInvitation(work, invitation, to, place);
    return { status: 201, body: toInvitation(invitation, place) };
  };
  return defineBehaviours({
    createKycInvitation: (request) => {
      const { uuid: buyerUuid, seller } = findAuthorized(request.work, buyers, request.organization, request.path.id);
      return invite(request, seller, { kind: 'KYC', buyerUuid }, request.body?.email);
    },

    createProspectInvitation: (request) => invite(request, request.seller, { kind: 'PROSPECT' }, request.body?.email),
  });
};

/** Seven days. Assumption: invitation-lifetime. */
const DAY = 86_400_000;
export const LIFETIME = 7 * DAY;

const EXPIRY = 'invitation-expiry';

const expiryOf = (uuid: string): string => `${EXPIRY}/${uuid}`;

/** Creates an open link with a fixed expiry. */
export const makeInvitation = (
  work: UnitOfWork,
  {
    seller,
    subject,
    drawSecret,
  }: { readonly seller: string; readonly subject: InvitationSubject; readonly drawSecret: DrawLinkSecret },
): InvitationRecord => {
  const expiresAt = work.now + LIFETIME;
  const invitation = work.insert<InvitationRecord>(invitations, ({ random }) => ({
    uuid: drawUuid(random),
    seller,
    ...subject,
    secret: drawSecret(random),
    status: 'OPEN',
    createdAt: work.now,
    expiresAt,
  }));
  const { uuid } = invitation;
  work.schedule({ id: expiryOf(uuid), kind: EXPIRY, dueAt: expiresAt, data: uuid });
  return invitation;
};

const SUBJECTS: Readonly<Record<InvitationRecord['kind'], string>> = {
  KYC: 'Please submit your company details',
  PROSPECT: 'Please introduce yourself',
};

/** "Where to mail the link; without it, pass the link on yourself." No e-mail leaves the machine. */
const mailInvitation = (
  work: UnitOfWork,
  { kind, secret, expiresAt }: InvitationRecord,
  to: string,
  place: LinkBase,
): void => {
  const text = `${SUBJECTS[kind]}: ${toLinkUrl(place, secret)} (works once, until ${toIsoDateTime(expiresAt)}).`;
  sendMail(work, { to, subject: SUBJECTS[kind], text });
};

/** "Fires when the invitation's lifetime ends unused." */
const expire = (work: UnitOfWork, uuid: string): void => {
  const invitation = work.get(invitations, uuid);
  if (invitation?.status !== 'OPEN') return;
  const { kind, seller, expiresAt } = invitation;
  work.update(invitations, invitation, { ...invitation, status: 'EXPIRED' });
  emit(work, 'self_service_invitation.expired', seller, {
    invitationUuid: invitation.uuid,
    kind,
    expiredAt: toIsoDateTime(expiresAt),
  });
};

export const invitationJobs = { [EXPIRY]: handlesJob(label, expire) };

/** Uses a link for the record that it leads to: "a notification only; the resource is fetched separately". */
const useInvitation = (
  work: UnitOfWork,
  invitation: InvitationRecord,
  result: { readonly buyerUuid: string } | { readonly prospectUuid: string },
): void => {
  const { uuid: invitationUuid, kind, seller } = invitation;
  work.update(invitations, invitation, { ...invitation, status: 'USED', usedAt: work.now });
  work.cancel(expiryOf(invitationUuid));
  const usedAt = toIsoDateTime(work.now);
  emit(work, 'self_service_invitation.used', seller, { invitationUuid, kind, ...result, usedAt });
};

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

/** Operations for the recipient of a link: the token is the only credential. Assumption: self-service-public. */
export const selfServiceBehaviours = defineBehaviours({
  getSelfServiceInvitation: ({ path, work }) => {
    const invitation = findOpenInvitation(work, path.token);
    const { kind, expiresAt } = invitation;
    const buyer = kind === 'KYC' ? work.get(buyers, invitation.buyerUuid) : undefined;
    return {
      status: 200,
      body: {
        kind,
        status: 'OPEN',
        expiresAt: toIsoDateTime(expiresAt),
        ...(buyer && show(buyer, 'companyName', 'vatNumber')),
      },
    };
  },

  /**
   * In causal order: the link is used, then the buyer changes as by a PATCH, then its orders are reassessed. This neither
   * starts nor ends a service-led verification: "optionally start service-led verification" is the partner's step.
   * Assumptions: self-service-submissions, self-service-verification.
   */
  submitSelfServiceKyc: async ({ path, body, work }) => {
    const invitation = findOpenInvitation(work, path.token, 'KYC');
    const { uuid: invitationUuid, kind, buyerUuid } = invitation;
    useInvitation(work, invitation, { buyerUuid });
    work.insert(kycSubmissions, () => ({ ...body, invitationUuid, buyerUuid, submittedAt: work.now }));
    const buyer = getBuyerOf(work, buyerUuid);
    const changed = changeBuyer(buyer, { companyName: body.companyName, address: body.address }, work.now);
    if (changed !== buyer) {
      work.update(buyers, buyer, changed);
      await reassessOrdersOf(work, buyerUuid);
    }
    return { status: 200, body: { invitationUuid, kind, buyerUuid, usedAt: toIsoDateTime(work.now) } };
  },

  /**
   * "A used prospect invitation causes `self_service_invitation.used` and then `prospect.submitted`". Assumption:
   * event-emission.
   */
  submitSelfServiceProspect: ({ path, body, work }) => {
    const invitation = findOpenInvitation(work, path.token, 'PROSPECT');
    const { seller } = invitation;
    const prospect = work.insert<ProspectRecord>(prospects, ({ random }) => ({
      uuid: drawUuid(random),
      seller,
      ...body,
      status: 'SUBMITTED',
      submittedAt: work.now,
    }));
    const { uuid: prospectUuid, type } = prospect;
    useInvitation(work, invitation, { prospectUuid });
    emit(work, 'prospect.submitted', seller, {
      prospectUuid,
      partnerUuid: seller,
      type,
      submittedAt: toIsoDateTime(work.now),
    });
    return { status: 201, body: toProspect(prospect) };
  },
});
