import type { Job } from '../../engine/sandbox/job.ts';
import { type JobHandlers, handlesJob } from '../../engine/sandbox/job-handlers.ts';
import { label } from '../../engine/sandbox/record-schema.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { emit } from '../api/emit.ts';
import { type InvitationRecord, invitations } from './invitation.ts';

const KIND = 'invitation-expiry';

const jobIdOf = (uuid: string): string => `${KIND}/${uuid}`;

export const scheduleExpiry = (work: UnitOfWork, { uuid, expiresAt }: InvitationRecord): Job =>
  work.schedule({ id: jobIdOf(uuid), kind: KIND, dueAt: expiresAt, data: uuid });

export const cancelExpiry = (work: UnitOfWork, { uuid }: InvitationRecord): void => work.cancel(jobIdOf(uuid));

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
