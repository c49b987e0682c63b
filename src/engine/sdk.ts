/**
 * What the code of an API uses of the engine beside its behaviours: records of its own, the transaction that keeps them, jobs,
 * problems, and what its policy consists of. The bundled API has no more (`npm run layers` names the exception), and the package publishes all of it.
 *
 * @example
 * const visits = sdk.defineRecords(
 *   'visits',
 *   sdk.object({ id: sdk.label, ticketId: sdk.label, at: sdk.instant }),
 *   ({ id }) => id,
 *   ({ ticketId }) => [sdk.key('ticket', ticketId)],
 * );
 * // In a behaviour:
 * work.insert(visits, ({ random }) => ({ id: String(random.integer(1, 1e9)), ticketId: path.ticketId, at: work.now }));
 * work.findAll(visits, sdk.key('ticket', path.ticketId));
 */
export type { Assumed } from './assumptions/register.ts';
export { narrateKey } from './checks/idempotency-key.ts';
export * from './coaching/detector.ts';
export { createPersonGenerators, createPlaceGenerators } from './faking/common-generators.ts';
export {
  type Draw,
  type Generators,
  type Drawn,
  type Relation,
  type Relations,
  current,
  drawFrom,
  drawDigits,
  fitText,
  fitInteger,
} from './faking/generator.ts';
export { pdfOf, stubDocument } from './faking/stub-document.ts';
export { type JournalEntry, textOf } from './journal/journal-entry.ts';
export { sendMail } from './mail/mail.ts';
export type { EmittedEvent, FilePart } from './message/message.ts';
export { type Fakes, type Policy, type RuleBook } from './policy/policy.ts';
export type { Authorize, Caller, CallerOrganization } from './ports/ports.ts';
export { checkIfMatch } from './preconditions/if-match.ts';
export { createProblem, invalidMember, plainProblem } from './problems/problem.ts';
export { capabilityRequired, unknownLink } from './problems/refusals.ts';
export type { Behaviour, Behaviours, Visit } from './responders/stateful.ts';
export {
  type BehaviourTable,
  type Circumstances,
  type Sent,
  createDefineBehaviours,
  toBehaviours,
  toRequest,
} from './responders/typed-behaviours.ts';
export { type Collection, defineRecords, key } from './sandbox/collection.ts';
export { overrideUnitOfWork } from './sandbox/create-unit-of-work.ts';
export { type JobHandlers, handlesJob } from './sandbox/job-handlers.ts';
export { type Job, jobs } from './sandbox/job.ts';
export { readOrganizationChange } from './sandbox/organization-change.ts';
export * from './sandbox/record-schema.ts';
export type { Sandbox } from './sandbox/sandbox.ts';
export type { Key } from './sandbox/store.ts';
export type { Reading, UnitOfWork } from './sandbox/unit-of-work.ts';
export { readWhole } from './sandbox/unit-of-work.ts';
export { toReference } from './validation/ajv.ts';
export { deliveries, type DeliveryRecord, messages, ofEndpoint, ofEndpointIn } from './webhooks/delivery.ts';
export {
  type DrawWebhookSecret,
  EVERY_ENDPOINT,
  type PauseReason,
  registerEndpoint,
  type WebhookEndpointRecord,
  webhookEndpoints,
} from './webhooks/endpoint.ts';
export { type Audience, sendTestEvent } from './webhooks/fan-out.ts';
export { newestFirst } from './webhooks/queries.ts';
export { removeEndpoint, resumeSending, startDelivery, stopSending } from './webhooks/schedule.ts';
