import { keyRecords } from './idempotency/key-record.ts';
import { inboxKeys } from './inbox/inboxes.ts';
import { mails } from './mail/mail.ts';
import type { RecordCollection } from './sandbox/collection.ts';
import { events } from './sandbox/event.ts';
import { jobs } from './sandbox/job.ts';
import { organizationChanges } from './sandbox/organization-change.ts';
import { scenarioRuns } from './scenarios/run.ts';
import { uploadedScenarios } from './scenarios/repository.ts';
import { deliveries, messages } from './webhooks/delivery.ts';
import { webhookEndpoints } from './webhooks/endpoint.ts';

/** The records that the engine itself keeps in a sandbox. */
export const engineRecords: readonly RecordCollection<never>[] = [
  ...[jobs, events, keyRecords, organizationChanges],
  ...[webhookEndpoints, deliveries, messages],
  ...[scenarioRuns, uploadedScenarios],
  ...[mails, inboxKeys],
];
