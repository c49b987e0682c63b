import {
  type Reading,
  type TypeOf,
  type UnitOfWork,
  defineRecords,
  handlesJob,
  idIn,
  instant,
  key,
  label,
  matching,
  object,
  oneOf,
  sendMail,
  unknownLink,
  uuid,
} from '../../engine/sdk.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { drawPrefixedId, drawUuid } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { type Schemas, defineBehaviours, emit } from '../api/behaviour.ts';
import { membersOf } from '../api/component-schema.ts';
import { findAuthorized } from '../api/find-record.ts';
import { show } from '../api/show.ts';
import { buyers, changeBuyer, getBuyerOf } from '../buyers/buyer.ts';
import { reassessOrdersOf } from '../compliance/settle-order.ts';
import { problem } from '../policy/problem.ts';
import { type ProspectRecord, prospects, toProspect } from '../prospects/prospect.ts';

/**
 * The token of a public link is `<sandbox>.<26 characters>`: its user has no access token, so it must identify the
 * sandbox.
 */
export const toLinkToken = (sandbox: string, secret: string): string => `${sandbox}.${secret}`;

/** The sandbox of a link; undefined if the token is malformed. */
export const sandboxOfLink = (token: string | undefined): string | undefined => {
  const end = token?.lastIndexOf('.') ?? -1;
  return end > 0 ? token?.slice(0, end) : undefined;
};

/** The key of a link in its sandbox: excludes the sandbox name, so that a copy of a sandbox has its own links. */
const secretOfLink = (token: string): string => token.slice(token.lastIndexOf('.') + 1);

/** Base of a link, by the address of the request. */
interface LinkBase {
  readonly origin: string;
  readonly sandbox: { readonly id: string };
}

/** "The url ends in the token": below the public operations of this server. Assumption: invitation-shape. */
const toLinkUrl = ({ origin, sandbox }: LinkBase, secret: string): string =>
  `${origin}/v1/self-service/${toLinkToken(sandbox.id, secret)}`;

/** Generates the unguessable part of a token, from the sandbox's random source or from a secure one. */
export type DrawLinkSecret = (random: Random) => string;

/** The same links in every run with the same seed: for local mode only, since they are guessable. */
export const drawSeededSecret: DrawLinkSecret = (random) => drawPrefixedId('', random);

/** Subject of an invitation. */
type InvitationSubject = { readonly kind: 'KYC'; readonly buyerUuid: string } | { readonly kind: 'PROSPECT' };

const invitation = object({
  ...membersOf('SelfServiceInvitation', 'uuid', 'kind'),
  /** The seller of the buyer, or the one to whom the prospect submits its data. */
  seller: uuid,
  /** Secret end of the link, and its only credential. */
  secret: matching('^[0-9A-Z]{26}$'),
  createdAt: instant,
  expiresAt: instant,
  status: oneOf('OPEN', 'USED', 'EXPIRED'),
});

/** A "buyer-facing link for KYC submission" or "prospect onboarding"; single-use. */
export type InvitationRecord = TypeOf<typeof invitation> &
  InvitationSubject &
  ({ readonly status: 'OPEN' | 'EXPIRED' } | { readonly status: 'USED'; readonly usedAt: number });

export const invitations = defineRecords(
  'invitations',
  {
    ...invitation,
    allOf: [
      {
        if: { properties: { kind: { const: 'KYC' } } },
        then: { required: ['buyerUuid'], properties: { buyerUuid: uuid } },
      },
      {
        if: { properties: { status: { const: 'USED' } } },
        then: { required: ['usedAt'], properties: { usedAt: instant } },
      },
    ],
  },
  ({ uuid }: InvitationRecord) => uuid,
  ({ secret }) => [key('secret', secret)],
);

/** The invitation as the API shows it to its creator. */
export const toInvitation = (record: InvitationRecord, place: LinkBase): Schemas['SelfServiceInvitation'] => ({
  ...show(record, 'uuid', 'kind'),
  url: toLinkUrl(place, record.secret),
  status: record.status,
  ...(record.kind === 'KYC' && { buyerUuid: record.buyerUuid }),
  ...show(record, 'createdAt', 'expiresAt'),
});

/** Whether a link exists, used and expired ones included. */
export const isLink = (work: Reading, token: string): boolean => findInvitation(work, token) !== undefined;

const findInvitation = (work: Reading, token: string): InvitationRecord | undefined =>
  work.findFirst(invitations, key('secret', secretOfLink(token)));

type InvitationKind = InvitationRecord['kind'];

/**
 * The invitation of a link, if it can be used, and for a submission of this kind: "a link of the other kind is not found".
 * Throws 404 for an unknown link, and 409 milestone-already-set for a used one, invitation-expired for an expired one.
 * Assumption: self-service-answers.
 */
const findOpenInvitation = <Kind extends InvitationKind = InvitationKind>(
  work: Reading,
  token: string,
  kind?: Kind,
): Extract<InvitationRecord, { readonly kind: Kind }> => {
  const invitation = findInvitation(work, token);
  if (invitation === undefined) throw unknownLink();
  if (kind !== undefined && invitation.kind !== kind) throw problem('not-found', OTHER_KIND[invitation.kind]);
  if (invitation.status === 'USED')
    throw problem(
      'milestone-already-set',
      `This link was used at ${toIsoDateTime(invitation.usedAt)} and works only once: ask the sender for a new link.`,
    );
  const { expiresAt } = invitation;
  // The invitation may expire between the arrival of a request and its transaction; the job that records this runs
  // right after.
  if (invitation.status === 'EXPIRED' || expiresAt <= work.now)
    throw problem(
      'invitation-expired',
      `This link expired at ${toIsoDateTime(expiresAt)}: ask the sender for a new link.`,
    );
  return invitation as Extract<InvitationRecord, { readonly kind: Kind }>;
};

const OTHER_KIND: Readonly<Record<InvitationKind, string>> = {
  KYC: 'This link is for the KYC data of a buyer, not for a prospect: append /kyc to it and submit there.',
  PROSPECT: 'This link is for a prospect, not for the KYC data of a buyer: append /prospect to it and submit there.',
};

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
    ...membersOf('SelfServiceKycRequest', 'companyName', 'registrationNumber?', 'address', 'representative'),
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
