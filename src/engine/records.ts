import { keyRecords } from './idempotency/key-record.ts';
import { inboxKeys } from './inbox/inboxes.ts';
import { mails } from './mail/mail.ts';
import { type RecordCollection, withMost } from './sandbox/collection.ts';
import { events } from './sandbox/event.ts';
import { jobs } from './sandbox/job.ts';
import { organizationChanges } from './sandbox/organization-change.ts';
import { scenarioRuns } from './scenarios/run.ts';
import { MAX_UPLOADED, uploadedScenarios } from './scenarios/repository.ts';
import { MAX_ACTIVE } from './scenarios/sandbox-scenarios.ts';
import { deliveries, messages } from './webhooks/delivery.ts';
import { webhookEndpoints } from './webhooks/endpoint.ts';

/** More runs than scenarios in any sandbox: from files, bundled, and uploaded. */
const MOST_RUNS = 1000;

/** One change by calls, and one for each active scenario. */
export const keptChanges = withMost(organizationChanges, MAX_ACTIVE + 1);

/** The records that the engine itself keeps in a sandbox. */
export const engineRecords: readonly RecordCollection<never>[] = [
  ...[jobs, events, keyRecords, keptChanges],
  ...[webhookEndpoints, deliveries, messages],
  ...[withMost(scenarioRuns, MOST_RUNS), withMost(uploadedScenarios, MAX_UPLOADED)],
  ...[mails, withMost(inboxKeys, 1)],
];
