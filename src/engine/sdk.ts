/**
 * What the code of an API uses of the engine beside its behaviours: records of its own, the transaction that keeps them, jobs and
 * problems. The bundled API has no more (`npm run layers` names the exceptions), and the package publishes all of it.
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
export { type Assumed, NOTHING_ASSUMED } from './assumptions/register.ts';
export { drawFrom } from './faking/generator.ts';
export { onePagePdf, pdfOf, stubDocument } from './faking/stub-document.ts';
export { sendMail } from './mail/mail.ts';
export type { EmittedEvent, FilePart } from './message/message.ts';
export type { CallerOrganization } from './ports/ports.ts';
export { createProblem, invalidMember, plainProblem } from './problems/problem.ts';
export { capabilityRequired } from './problems/refusals.ts';
export { type Collection, defineRecords, key } from './sandbox/collection.ts';
export { overrideUnitOfWork } from './sandbox/create-unit-of-work.ts';
export { type JobHandlers, handlesJob } from './sandbox/job-handlers.ts';
export { type Job, jobs } from './sandbox/job.ts';
export * from './sandbox/record-schema.ts';
export type { Sandbox } from './sandbox/sandbox.ts';
export type { Key } from './sandbox/store.ts';
export type { Reading, UnitOfWork } from './sandbox/unit-of-work.ts';
export { unknownLink } from './sandbox/unknown-link.ts';
export { readWhole } from './sandbox/visit-all.ts';
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
export { newestFirst } from './webhooks/queries.ts';
export { removeEndpoint, resumeSending, startDelivery, stopSending } from './webhooks/schedule.ts';
