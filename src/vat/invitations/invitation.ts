import { toIsoDateTime } from '../../kernel/clock.ts';
import { defineRecords, key } from '../../engine/sandbox/collection.ts';
import { type TypeOf, instant, matching, object, oneOf, uuid } from '../../engine/sandbox/record-schema.ts';
import { SECRET_KEY } from '../../engine/sandbox/store.ts';
import type { Schemas } from '../api/behaviour.ts';
import { component } from '../api/component-schema.ts';
import { type LinkBase, toLinkUrl } from './link.ts';

export type InvitationKind = Schemas['InvitationKind'];

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
  ({ secret }) => [key(SECRET_KEY, secret)],
);

/** The invitation as the API shows it to its creator. */
export const toInvitation = (record: InvitationRecord, place: LinkBase): Schemas['SelfServiceInvitation'] => ({
  uuid: record.uuid,
  kind: record.kind,
  url: toLinkUrl(place, record.secret),
  status: record.status,
  ...(record.kind === 'KYC' ? { buyerUuid: record.buyerUuid } : {}),
  createdAt: toIsoDateTime(record.createdAt),
  expiresAt: toIsoDateTime(record.expiresAt),
});
