import { defineBehaviours, emit } from '../api/behaviour.ts';
import { findBuyer } from '../buyers/buyer.ts';
import {
  toInvitation,
  type InvitationRecord,
  type InvitationSubject,
  invitations,
  type InvitationKind,
  type DrawLinkSecret,
  type LinkBase,
  toLinkUrl,
} from './invitation.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { sendMail } from '../../engine/mail/mail.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Job } from '../../engine/sandbox/job.ts';
import { type JobHandlers, handlesJob } from '../../engine/sandbox/job-handlers.ts';
import { label } from '../../engine/sandbox/record-schema.ts';

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

/** Seven days. Assumption: invitation-lifetime. */
const DAY = 86_400_000;
export const LIFETIME = 7 * DAY;

interface InvitationDraft {
  readonly seller: string;
  readonly subject: InvitationSubject;
  readonly drawSecret: DrawLinkSecret;
}

/** Creates an open link with a fixed expiry. */
export const makeInvitation = (
  work: UnitOfWork,
  { seller, subject, drawSecret }: InvitationDraft,
): InvitationRecord => {
  const invitation = work.insert<InvitationRecord>(invitations, ({ random }) => ({
    uuid: drawUuid(random),
    seller,
    ...subject,
    secret: drawSecret(random),
    status: 'OPEN',
    createdAt: work.now,
    expiresAt: work.now + (work.assumed.has('invitation-lifetime=a-day') ? DAY : LIFETIME),
  }));
  scheduleExpiry(work, invitation);
  return invitation;
};

const SUBJECTS: Readonly<Record<InvitationKind, string>> = {
  KYC: 'Please submit your company details',
  PROSPECT: 'Please introduce yourself',
};

/** "Where to mail the link; without it, pass the link on yourself." No e-mail leaves the machine. */
const mailInvitation = (
  work: UnitOfWork,
  invitation: InvitationRecord,
  { to, ...place }: LinkBase & { readonly to: string | undefined },
): void => {
  if (to === undefined) return;
  sendMail(work, {
    to,
    subject: SUBJECTS[invitation.kind],
    text: `${SUBJECTS[invitation.kind]}: ${toLinkUrl(place, invitation.secret)} (works once, until ${toIsoDateTime(invitation.expiresAt)}).`,
  });
};

/** Uses a link for the record that it leads to: "a notification only; the resource is fetched separately". */
export const useInvitation = (
  work: UnitOfWork,
  invitation: InvitationRecord,
  result: { readonly buyerUuid: string } | { readonly prospectUuid: string },
): void => {
  const { uuid: invitationUuid, kind, seller } = invitation;
  work.update(invitations, invitation, { ...invitation, status: 'USED', usedAt: work.now });
  cancelExpiry(work, invitation);
  const usedAt = toIsoDateTime(work.now);
  emit(work, 'self_service_invitation.used', seller, { invitationUuid, kind, ...result, usedAt });
};

const KIND = 'invitation-expiry';

const jobIdOf = (uuid: string): string => `${KIND}/${uuid}`;

const scheduleExpiry = (work: UnitOfWork, { uuid, expiresAt }: InvitationRecord): Job =>
  work.schedule({ id: jobIdOf(uuid), kind: KIND, dueAt: expiresAt, data: uuid });

const cancelExpiry = (work: UnitOfWork, { uuid }: InvitationRecord): void => work.cancel(jobIdOf(uuid));

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

export const invitationJobs: JobHandlers = { [KIND]: handlesJob(label, expire) };
