import { key } from '../../engine/sandbox/collection.ts';
import { SECRET_KEY } from '../../engine/sandbox/store.ts';
import { unknownLink } from '../../engine/sandbox/unknown-link.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { problem } from '../policy/problem.ts';
import { type InvitationKind, type InvitationRecord, invitations } from './invitation.ts';
import { secretOfLink } from './link.ts';

/** An invitation of one kind. */
export type InvitationOf<Kind extends InvitationKind> = Extract<InvitationRecord, { readonly kind: Kind }>;

/**
 * The invitation of a link, if it can be used. Throws 404 for an unknown link, and 409 milestone-already-set for a used
 * one, invitation-expired for an expired one. Assumption: self-service-answers.
 */
export const findOpenInvitation = (work: Reading, token: string): InvitationRecord =>
  checkOpen(findInvitation(work, token), work.now);

/** The same for a submission: "a link of the other kind is not found". */
export const findOpenInvitationFor = <Kind extends InvitationKind>(
  work: Reading,
  token: string,
  kind: Kind,
): InvitationOf<Kind> => {
  const invitation = findInvitation(work, token);
  if (!isOf(invitation, kind)) throw wrongKind(invitation.kind);
  checkOpen(invitation, work.now);
  return invitation;
};

/** Whether a link exists, used and expired ones included. */
export const isLink = (work: Reading, token: string): boolean =>
  work.findFirst(invitations, key(SECRET_KEY, secretOfLink(token))) !== undefined;

const findInvitation = (work: Reading, token: string): InvitationRecord => {
  const invitation = work.findFirst(invitations, key(SECRET_KEY, secretOfLink(token)));
  if (invitation === undefined) throw unknownLink();
  return invitation;
};

const checkOpen = (invitation: InvitationRecord, now: number): InvitationRecord => {
  const { expiresAt } = invitation;
  if (invitation.status === 'USED')
    throw problem('milestone-already-set', {
      detail: `This link was used at ${toIsoDateTime(invitation.usedAt)} and works only once: ask the sender for a new link.`,
    });
  // The invitation may expire between the arrival of a request and its transaction; the job that records this runs
  // right after.
  if (invitation.status === 'EXPIRED' || expiresAt <= now)
    throw problem('invitation-expired', {
      detail: `This link expired at ${toIsoDateTime(expiresAt)}: ask the sender for a new link.`,
    });
  return invitation;
};

const isOf = <Kind extends InvitationKind>(
  invitation: InvitationRecord,
  kind: Kind,
): invitation is InvitationOf<Kind> => invitation.kind === kind;

const wrongKind = (kind: InvitationKind): Error =>
  problem('not-found', {
    detail:
      kind === 'KYC'
        ? 'This link is for the KYC data of a buyer, not for a prospect: append /kyc to it and submit there.'
        : 'This link is for a prospect, not for the KYC data of a buyer: append /prospect to it and submit there.',
  });
