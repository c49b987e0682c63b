import { uploadedScenarios } from '../../engine/scenarios/repository.ts';
import { scenarioRuns } from '../../engine/scenarios/run.ts';
import type { Collection } from '../../engine/sandbox/collection.ts';
import { organizationChanges } from '../../engine/sandbox/organization-change.ts';
import { deliveries, messages } from '../../engine/webhooks/model/delivery.ts';
import { webhookEndpoints } from '../../engine/webhooks/model/webhook-endpoint.ts';
import { buyers } from '../../vat/buyers/buyer.ts';
import { documents } from '../../vat/documents/document.ts';
import { exportFileFacts } from '../../vat/export-file/generate-export-file.ts';
import { invitations } from '../../vat/invitations/invitation.ts';
import { kycSubmissions } from '../../vat/self-service/submit-kyc.ts';
import { kycVerifications } from '../../vat/kyc/kyc-verification.ts';
import { orders } from '../../vat/orders/order.ts';
import { prospects } from '../../vat/prospects/prospect.ts';
import { viesChecks } from '../../vat/vies/vies-check.ts';
import {
  buyer,
  decision,
  delivery,
  document,
  endpoint,
  order,
  organizationChange,
  run,
  viesResult,
} from './record-shapes.ts';
import {
  type RecordSchema,
  count,
  instant,
  instantOrNone,
  list,
  name,
  object,
  oneOf,
  some,
  text,
} from './record-words.ts';

/** Validity rules for records of a collection, as the server needs them. Additional members are allowed. */
export interface RecordRule {
  /** Computes ids and keys; undefined if the collection has no keys. */
  readonly collection?: Collection<never>;
  readonly schema: RecordSchema;
  /** Members that refer to a record of another collection. */
  readonly refersTo?: Readonly<Record<string, string>>;
}

const rule = (collection: unknown, schema: RecordSchema, refersTo: RecordRule['refersTo'] = {}): RecordRule => ({
  collection: collection as Collection<never>,
  schema,
  refersTo,
});

const BUYER = { buyerUuid: buyers.name };

/** By collection name. Data of unknown collections is stored but never used. */
export const RECORD_RULES: Readonly<Record<string, RecordRule>> = {
  [buyers.name]: rule(buyers, buyer),
  [orders.name]: rule(orders, order, { buyerId: buyers.name }),
  [documents.name]: rule(documents, document),
  [prospects.name]: rule(
    prospects,
    object({
      uuid: name,
      seller: name,
      type: oneOf('COMPANY', 'CONSUMER'),
      firstName: text,
      lastName: text,
      email: text,
      status: name,
      submittedAt: instant,
    }),
  ),
  [viesChecks.name]: rule(
    viesChecks,
    object({
      id: name,
      buyerUuid: name,
      vatNumber: name,
      result: viesResult,
      requestedAt: instant,
      checkedAt: instantOrNone,
    }),
    BUYER,
  ),
  [kycVerifications.name]: rule(
    kycVerifications,
    object({
      sessionId: name,
      buyerUuid: name,
      status: oneOf('PENDING', 'VERIFIED', 'REJECTED'),
      startedAt: instant,
      completedAt: instantOrNone,
      'profile?': some,
    }),
    BUYER,
  ),
  [invitations.name]: rule(invitations, {
    ...object({
      uuid: name,
      seller: name,
      secret: { type: 'string', pattern: '^[0-9A-Z]{26}$' },
      createdAt: instant,
      expiresAt: instant,
      kind: oneOf('KYC', 'PROSPECT'),
      status: oneOf('OPEN', 'USED', 'EXPIRED'),
    }),
    if: { properties: { kind: { const: 'KYC' } } },
    then: { required: ['buyerUuid'] },
  }),
  [kycSubmissions.name]: rule(
    kycSubmissions,
    object({ invitationUuid: name, buyerUuid: name, submittedAt: instant }),
    BUYER,
  ),
  [exportFileFacts.name]: rule(
    exportFileFacts,
    object({
      documentId: name,
      version: count,
      decision,
      generatedAt: instant,
      order,
      buyer,
      documents: list(document),
    }),
  ),
  [webhookEndpoints.name]: rule(webhookEndpoints, endpoint),
  [deliveries.name]: rule(deliveries, delivery),
  [messages.name]: rule(messages, object({ eventId: name, eventType: name, body: { type: 'string' } })),
  [scenarioRuns.name]: rule(scenarioRuns, run),
  [uploadedScenarios.name]: rule(uploadedScenarios, object({ name, file: object({ scenario: name }) })),
  [organizationChanges.name]: rule(organizationChanges, organizationChange),
  'vies-service': { schema: object({ outages: list(object({ 'country?': name, 'until?': instant })) }) },
  mails: { schema: object({ uuid: name, to: text, subject: text, text: { type: 'string' }, sentAt: instant }) },
};

/** The subject of a kind of job: a record that must exist, or the job would fail every minute without end. */
export interface JobRule {
  readonly schema: RecordSchema;
  /** Collection that the value, or the named member of it, refers to. */
  readonly refersTo?: { readonly member: string; readonly collection: string };
}

const about = (member: string, collection: string): JobRule => ({
  schema: object({ [member]: name }),
  refersTo: { member, collection },
});

/** By kind of job. */
export const JOB_RULES: Readonly<Record<string, JobRule>> = {
  'vies-check': about('checkId', viesChecks.name),
  'vies-repeat': about('buyerUuid', buyers.name),
  'vies-recheck': about('buyerUuid', buyers.name),
  'kyc-verification': about('sessionId', kycVerifications.name),
  'invitation-expiry': { schema: name },
  'webhook-attempt': { schema: object({ deliveryId: name, endpointId: name }) },
  'webhook-patience': { schema: name },
  'scenario-timeline': {
    schema: object({ scenario: name, digest: name, entry: count, data: some, target: some }),
  },
};
