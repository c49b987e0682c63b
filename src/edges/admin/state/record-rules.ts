import { uploadedScenarios } from '../../engine/scenarios/shelf.ts';
import { scenarioRuns } from '../../engine/scenarios/run.ts';
import type { Collection } from '../../engine/sandbox/collection.ts';
import { deliveries, messages } from '../../engine/webhooks/delivery.ts';
import { webhookEndpoints } from '../../engine/webhooks/webhook-endpoint.ts';
import { buyers } from '../../vat/buyers/buyer.ts';
import { documents } from '../../vat/documents/document.ts';
import { exportFileFacts } from '../../vat/export-file/generate-export-file.ts';
import { invitations } from '../../vat/invitations/invitation.ts';
import { kycSubmissions } from '../../vat/invitations/submit-kyc.ts';
import { kycVerifications } from '../../vat/kyc/kyc-verification.ts';
import { orders } from '../../vat/orders/order.ts';
import { prospects } from '../../vat/prospects/prospect.ts';
import { viesChecks } from '../../vat/vies/vies-check.ts';

/** JSON Schema, as far as records need it. */
export type RecordSchema = Readonly<Record<string, unknown>>;

/** What the records of a collection must be for the server to work with them. Members that are not named may be there. */
export interface RecordRule {
  /** By which ids and keys are worked out; undefined where it has no keys of its own. */
  readonly collection?: Collection<never>;
  readonly schema: RecordSchema;
  /** Members that name a record of another collection. */
  readonly refersTo?: Readonly<Record<string, string>>;
}

const text: RecordSchema = { type: 'string', maxLength: 10_000 };
const name: RecordSchema = { type: 'string', minLength: 1, maxLength: 512 };
/** Milliseconds since the epoch, up to the year 9999. */
const instant: RecordSchema = { type: 'integer', minimum: 0, maximum: 253_402_300_799_999 };
const instantOrNone: RecordSchema = { ...instant, type: ['integer', 'null'] };
const count: RecordSchema = { type: 'integer', minimum: 0 };
const flag: RecordSchema = { type: 'boolean' };
const some: RecordSchema = { type: 'object' };

const oneOf = (...values: readonly (string | null)[]): RecordSchema => ({ enum: values });

const list = (items: RecordSchema): RecordSchema => ({ type: 'array', items });

/** Members with a question mark may be missing. */
const object = (members: Readonly<Record<string, RecordSchema>>): RecordSchema => ({
  type: 'object',
  required: Object.keys(members).filter((key) => !key.endsWith('?')),
  properties: Object.fromEntries(Object.entries(members).map(([key, schema]) => [key.replace('?', ''), schema])),
});

const money = object({ value: { type: 'integer' }, currency: name });
const versioned = { version: count, updatedAt: instant };
const viesResult = oneOf('VALID', 'INVALID', 'PENDING', 'UNKNOWN');
const decision = oneOf('VALID_EXPORT', 'VAT_APPLICABLE');
const milestone = object({ confirmedAt: name, 'cmrDocumentId?': name, 'declarationDocumentId?': name });

const order = object({
  uuid: name,
  seller: name,
  externalOrderId: name,
  buyerId: name,
  purchaseDate: name,
  vins: {
    ...list(
      object({
        vin: name,
        purchaseAmount: money,
        complianceStatus: name,
        'pickup?': milestone,
        'delivery?': milestone,
      }),
    ),
    minItems: 1,
  },
  totalAmount: money,
  status: oneOf(
    'CREATED',
    'INVOICE_SUBMITTED',
    'PAYMENT_SUBMITTED',
    'READY_FOR_PICKUP',
    'TRANSPORT_IN_PROGRESS',
    'TRANSPORT_COMPLETED',
    'COMPLIANCE_VALID',
    'COMPLIANCE_INVALID',
    'CANCELLED',
  ),
  createdAt: instant,
  ...versioned,
  invoices: list(
    object({
      type: oneOf('PRELIMINARY', 'FINAL'),
      invoiceDate: name,
      invoiceNumber: name,
      vatIncluded: flag,
      amount: money,
      marginScheme: flag,
      status: name,
      ...versioned,
    }),
  ),
  payments: list(object({ uuid: name, amount: money, paidAt: name, createdAt: instant })),
  transport: object({
    revocations: list(object({ vins: list(name), reason: text, revokedAt: instant })),
    ...versioned,
  }),
  compliance: object({
    status: name,
    decision: { enum: ['VALID_EXPORT', 'VAT_APPLICABLE', null] },
    blockers: { type: 'array' },
    viesResult,
    'basis?': text,
    ...versioned,
  }),
  'exportFile?': object({ documentId: name, version: count, decision, generatedAt: instant }),
  'cancellation?': object({ cancelledAt: instant, 'reason?': text }),
});

const buyer = object({
  uuid: name,
  seller: name,
  vatNumber: name,
  companyName: text,
  address: object({ uuid: name, street: text, postCode: text, city: text, country: name }),
  contacts: list(some),
  kycMode: oneOf('MARKETPLACE_LED', 'SERVICE_LED'),
  status: oneOf('ACTIVE', 'BLOCKED'),
  vies: object({ result: viesResult, checkedAt: instantOrNone, 'reason?': text, 'turn?': count }),
  kyc: object({ status: oneOf('NOT_STARTED', 'PENDING', 'VERIFIED', 'REJECTED'), 'reason?': text }),
  createdAt: instant,
  ...versioned,
});

const document = object({
  id: name,
  seller: name,
  type: name,
  status: oneOf('ACTIVE', 'ARCHIVED'),
  fileName: name,
  contentType: { type: 'string', maxLength: 200, pattern: '^[\\x20-\\x7e]+$' },
  'digest?': object({ size: count, sha256: name }),
  'buyerUuid?': name,
  'orderUuid?': name,
  'vin?': name,
  createdAt: instant,
  ...versioned,
});

const secrets = object({ current: name, 'former?': object({ secret: name, goodUntil: instant }) });

const endpoint = object({
  id: { type: 'string', pattern: '^wh_[0-9A-HJKMNP-TV-Z]{26}$' },
  position: count,
  url: { type: 'string', pattern: '^(?:https?://|vatmock-listen:[a-z0-9])', maxLength: 4096 },
  subscriptions: list(name),
  'sellers?': list(name),
  status: oneOf('ACTIVE', 'PAUSED'),
  secrets,
  administratorEmail: text,
  createdAt: instant,
  lastSuccessAt: instantOrNone,
  streak: { anyOf: [{ type: 'null' }, object({ failures: count, since: instant })] },
  'chaos?': object({ since: instant, chance: text, rules: list(some) }),
});

const delivery = object({
  id: { type: 'string', pattern: '^del_[0-9A-HJKMNP-TV-Z]{26}$' },
  endpointId: name,
  eventId: name,
  eventType: name,
  status: oneOf('PENDING', 'DELIVERED', 'FAILED'),
  httpStatus: { type: ['integer', 'null'] },
  attempts: count,
  lastAttemptAt: instantOrNone,
  nextRetryAt: instantOrNone,
  createdAt: instant,
  isTest: flag,
  tries: list(
    object({
      at: instant,
      'httpStatus?': { type: 'integer' },
      'failure?': oneOf('refused', 'connect_failed', 'tls_failed', 'timeout', 'answer_broken'),
      'detail?': text,
      'answer?': text,
      'chaos?': object({ by: text, did: list(text) }),
      'isCopy?': flag,
    }),
  ),
  'turn?': object({ kind: oneOf('held-back', 'was-held-back', 'goes-first'), 'before?': name }),
});

const run = object({
  name,
  digest: name,
  isActive: flag,
  state: name,
  enteredAt: instant,
  begunAt: instant,
  chance: text,
  uses: { type: 'object', additionalProperties: count },
  seen: { type: 'object', additionalProperties: count },
  counted: list(text),
  happened: list(object({ entry: count, at: instant, 'failure?': text })),
});

const rule = (collection: unknown, schema: RecordSchema, refersTo: RecordRule['refersTo'] = {}): RecordRule => ({
  collection: collection as Collection<never>,
  schema,
  refersTo,
});

const BUYER = { buyerUuid: buyers.name };

/** By name of the collection. What a server does not know by heart lies there, and nothing comes of it. */
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
  'vies-service': { schema: object({ outages: list(object({ 'country?': name, 'until?': instant })) }) },
  mails: { schema: object({ uuid: name, to: text, subject: text, text: { type: 'string' }, sentAt: instant }) },
};

/** What a job of a kind is about: a record that must be there, for else it would fail each minute for ever. */
export interface JobRule {
  readonly schema: RecordSchema;
  /** The collection that the value, or the named member of it, is an id of. */
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
