import type { Job } from '../../engine/sandbox/job.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { buyers } from '../buyers/buyer.ts';
import { invitations } from '../invitations/invitation.ts';
import { kycVerifications } from '../kyc/kyc-verification.ts';
import { viesChecks } from '../vies/vies-check.ts';
import type { JobSubject, ShownJob } from './shown-job.ts';

interface Description {
  readonly title: string;
  readonly subject: JobSubject | null;
}

type Describe = (reading: Reading, data: unknown) => Description | undefined;

const aboutBuyer = (
  reading: Reading,
  uuid: string,
  toTitle: (buyer: { readonly vatNumber: string; readonly companyName: string }) => string,
): Description | undefined => {
  const buyer = reading.get(buyers, uuid);
  return buyer && { title: toTitle(buyer), subject: { kind: 'buyer', id: uuid } };
};

/** The jobs of this API by kind; their data has the schema of the handler (`src/vat/behaviours.ts`). */
const DESCRIPTIONS: Readonly<Record<string, Describe>> = {
  'vies-check': (reading, data) => {
    const check = reading.get(viesChecks, (data as { readonly checkId: string }).checkId);
    return check && aboutBuyer(reading, check.buyerUuid, () => `VIES check of ${check.vatNumber}`);
  },
  'vies-repeat': (reading, data) =>
    aboutBuyer(reading, buyerUuidIn(data), ({ vatNumber }) => `Repeated VIES check of ${vatNumber}`),
  'vies-recheck': (reading, data) =>
    aboutBuyer(reading, buyerUuidIn(data), ({ vatNumber }) => `Daily VIES re-check of ${vatNumber}`),
  'kyc-verification': (reading, data) => {
    const session = reading.get(kycVerifications, (data as { readonly sessionId: string }).sessionId);
    return session && aboutBuyer(reading, session.buyerUuid, ({ companyName }) => `KYC verification of ${companyName}`);
  },
  'invitation-expiry': (reading, data) => {
    const uuid = data as string;
    const invitation = reading.get(invitations, uuid);
    if (invitation === undefined) return undefined;
    const subject = { kind: 'invitation', id: uuid } as const;
    const buyer = invitation.kind === 'KYC' ? reading.get(buyers, invitation.buyerUuid) : undefined;
    return {
      title:
        buyer === undefined ? 'Expiry of a prospect invitation' : `Expiry of the invitation of ${buyer.companyName}`,
      subject,
    };
  },
};

const buyerUuidIn = (data: unknown): string => (data as { readonly buyerUuid: string }).buyerUuid;

/** Undefined for a job that is not one of this API. */
export const describeOwnJob = (reading: Reading, job: Job): ShownJob | undefined => {
  const { id, kind, dueAt, data } = job;
  const description = DESCRIPTIONS[kind]?.(reading, data);
  return description && { id, kind, ...description, dueAt: toIsoDateTime(dueAt) };
};
