import { count, flag, instant, instantOrNone, list, name, object, oneOf, some, text } from './record-words.ts';
import { ORDER_STATUSES } from '../../vat/orders/order-steps.ts';

// Schemas of the records; short ones are next to their rules in record-rules.ts.

const money = object({ value: { type: 'integer' }, currency: name });
const versioned = { version: count, updatedAt: instant };
export const viesResult = oneOf('VALID', 'INVALID', 'PENDING', 'UNKNOWN');
export const decision = oneOf('VALID_EXPORT', 'VAT_APPLICABLE');
const milestone = object({ confirmedAt: name, 'cmrDocumentId?': name, 'declarationDocumentId?': name });

export const order = object({
  uuid: name,
  seller: name,
  'sellerVatNumber?': name,
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
  status: oneOf(...ORDER_STATUSES),
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

export const buyer = object({
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

export const document = object({
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
  'invoiceType?': oneOf('PRELIMINARY', 'FINAL'),
  createdAt: instant,
  ...versioned,
});

const secrets = object({ current: name, 'former?': object({ secret: name, goodUntil: instant }) });

export const endpoint = object({
  id: { type: 'string', pattern: '^wh_[0-9A-HJKMNP-TV-Z]{26}$' },
  position: count,
  url: { type: 'string', pattern: '^(?:https?://|vatmock-listen:[a-z0-9])', maxLength: 4096 },
  subscriptions: list(name),
  'sellers?': list(name),
  status: oneOf('ACTIVE', 'PAUSED'),
  version: count,
  secrets,
  administratorEmail: text,
  createdAt: instant,
  lastSuccessAt: instantOrNone,
  streak: { anyOf: [{ type: 'null' }, object({ failures: count, since: instant })] },
  'chaos?': object({ since: instant, chance: text, rules: list(some) }),
});

export const delivery = object({
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
  'replayOf?': name,
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
  'reorderRole?': object({ kind: oneOf('held-back', 'was-held-back', 'goes-first'), 'before?': name }),
});

export const run = object({
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
  timelineResults: list(object({ entry: count, at: instant, 'failure?': text })),
});

const seller = object({ uuid: name, companyName: text, vatNumber: name, country: name });

export const organizationChange = object({
  id: name,
  'dpaAccepted?': flag,
  'rateLimitTier?': oneOf('STANDARD', 'HIGH_VOLUME', 'ENTERPRISE'),
  'capabilities?': {
    ...object({
      'allowMarketplaceLedKyc?': flag,
      'allowMultiVinOrders?': flag,
      'allowKycDocumentDownload?': flag,
    }),
    additionalProperties: false,
  },
  'sellers?': { ...list(seller), maxItems: 20 },
});
