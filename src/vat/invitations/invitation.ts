import { toIsoDateTime } from '../../kernel/clock.ts';
import { defineCollection, key } from '../../engine/sandbox/collection.ts';
import type { Schemas } from '../api/behaviour.ts';
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

interface Invitation {
  readonly uuid: string;
  /** The seller of the buyer, or the one to whom the prospect submits its data. */
  readonly seller: string;
  /** Secret end of the link, and its only credential. */
  readonly secret: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** A "buyer-facing link for KYC submission" or "prospect onboarding"; single-use. */
export type InvitationRecord = Invitation & InvitationSubject & InvitationState;

export const invitations = defineCollection<InvitationRecord>(
  'invitations',
  ({ uuid }) => uuid,
  ({ secret }) => [key('secret', secret)],
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
