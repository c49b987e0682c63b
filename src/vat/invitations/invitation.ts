import { drawPrefixedId } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import {
  defineRecords,
  instant,
  key,
  matching,
  object,
  oneOf,
  type Reading,
  type TypeOf,
  unknownLink,
  uuid,
} from '../../engine/sdk.ts';
import type { Schemas } from '../api/behaviour.ts';
import { show } from '../api/show.ts';
import { component } from '../api/component-schema.ts';
import { problem } from '../policy/problem.ts';

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
export interface LinkBase {
  readonly origin: string;
  readonly sandbox: { readonly id: string };
}

/** "The url ends in the token": below the public operations of this server. Assumption: invitation-shape. */
export const toLinkUrl = ({ origin, sandbox }: LinkBase, secret: string): string =>
  `${origin}/v1/self-service/${toLinkToken(sandbox.id, secret)}`;

/** Generates the unguessable part of a token, from the sandbox's random source or from a secure one. */
export type DrawLinkSecret = (random: Random) => string;

/** The same links in every run with the same seed: for local mode only, since they are guessable. */
export const drawSeededSecret: DrawLinkSecret = (random) => drawPrefixedId('', random);

/** Subject of an invitation. */
export type InvitationSubject = { readonly kind: 'KYC'; readonly buyerUuid: string } | { readonly kind: 'PROSPECT' };

/** Status of an invitation. Assumption: invitation-shape. */
type InvitationState =
  | { readonly status: 'OPEN' }
  /** Milliseconds since the epoch. */
  | { readonly status: 'USED'; readonly usedAt: number }
  | { readonly status: 'EXPIRED' };

const invitation = object({
  uuid,
  /** The seller of the buyer, or the one to whom the prospect submits its data. */
  seller: uuid,
  /** Secret end of the link, and its only credential. */
  secret: matching('^[0-9A-Z]{26}$'),
  createdAt: instant,
  expiresAt: instant,
  kind: component('InvitationKind'),
  status: oneOf('OPEN', 'USED', 'EXPIRED'),
});

/** A "buyer-facing link for KYC submission" or "prospect onboarding"; single-use. */
export type InvitationRecord = TypeOf<typeof invitation> & InvitationSubject & InvitationState;

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
  ...(record.kind === 'KYC' ? { buyerUuid: record.buyerUuid } : {}),
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
export const findOpenInvitation = <Kind extends InvitationKind = InvitationKind>(
  work: Reading,
  token: string,
  kind?: Kind,
): Extract<InvitationRecord, { readonly kind: Kind }> => {
  const invitation = findInvitation(work, token);
  if (invitation === undefined) throw unknownLink();
  if (kind !== undefined && invitation.kind !== kind)
    throw problem('not-found', { detail: OTHER_KIND[invitation.kind] });
  if (invitation.status === 'USED')
    throw problem('milestone-already-set', {
      detail: `This link was used at ${toIsoDateTime(invitation.usedAt)} and works only once: ask the sender for a new link.`,
    });
  const { expiresAt } = invitation;
  // The invitation may expire between the arrival of a request and its transaction; the job that records this runs
  // right after.
  if (invitation.status === 'EXPIRED' || expiresAt <= work.now)
    throw problem('invitation-expired', {
      detail: `This link expired at ${toIsoDateTime(expiresAt)}: ask the sender for a new link.`,
    });
  return invitation as Extract<InvitationRecord, { readonly kind: Kind }>;
};

const OTHER_KIND: Readonly<Record<InvitationKind, string>> = {
  KYC: 'This link is for the KYC data of a buyer, not for a prospect: append /kyc to it and submit there.',
  PROSPECT: 'This link is for a prospect, not for the KYC data of a buyer: append /prospect to it and submit there.',
};
