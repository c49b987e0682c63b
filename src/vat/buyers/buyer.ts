import { type Assumed, NOTHING_ASSUMED } from '../../engine/assumptions/assumed.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { defineRecords, key } from '../../engine/sandbox/collection.ts';
import {
  type TypeOf,
  count,
  instant,
  instantOrNull,
  list,
  object,
  oneOf,
  text,
  uuid,
} from '../../engine/sandbox/record-schema.ts';
import type { Schemas } from '../api/behaviour.ts';
import { MOST_ENTRIES, component, countryCode, givenText, memberOf } from '../api/component-schema.ts';

export type ViesResult = Schemas['ViesResult'];

const vies = object({
  result: component('ViesResult'),
  /** Null until VIES has responded or timed out. */
  checkedAt: instantOrNull,
  /** Why the result is INVALID or UNKNOWN. */
  'reason?': text,
  /** Number of responses that a test number has given: DE100200 responds differently after the first. */
  'turn?': count,
});

export type ViesState = TypeOf<typeof vies>;

const kyc = object({
  status: oneOf('NOT_STARTED', 'PENDING', 'VERIFIED', 'REJECTED'),
  'reason?': text,
});

export type KycState = TypeOf<typeof kyc>;

const addressMembers = {
  street: memberOf('Address', 'street'),
  postCode: memberOf('Address', 'postCode'),
  city: memberOf('Address', 'city'),
  country: countryCode,
};

export const address = object(addressMembers);

/** "A trade partner record per seller, upserted by the natural key (sellerId, vatNumber)." */
export const buyerSchema = object({
  uuid,
  seller: uuid,
  vatNumber: memberOf('BuyerRequest', 'vatNumber'),
  companyName: givenText,
  address: object({ ...addressMembers, uuid }),
  /** Stored and compared, but never returned. Assumption: buyer-response-contacts. */
  contacts: { ...list(component('BuyerContact')), maxItems: MOST_ENTRIES },
  kycMode: component('KycMode'),
  status: component('BuyerStatus'),
  /** Result of the latest VIES check. */
  vies,
  /** State of the verification in Mode B; NOT_STARTED in Mode A. */
  kyc,
  version: count,
  createdAt: instant,
  updatedAt: instant,
});

export type BuyerRecord = TypeOf<typeof buyerSchema>;

export const buyers = defineRecords(
  'buyers',
  buyerSchema,
  ({ uuid }) => uuid,
  ({ seller, vatNumber, status }) => [
    key('seller', seller),
    key('natural', seller, vatNumber),
    key('status', seller, status),
  ],
);

/** The buyer as the API shows it. */
export const toBuyer = (record: BuyerRecord, assumed: Assumed = NOTHING_ASSUMED): Schemas['Buyer'] => ({
  uuid: record.uuid,
  vatNumber: record.vatNumber,
  companyName: record.companyName,
  address: record.address,
  kycMode: record.kycMode,
  status: record.status,
  version: record.version,
  createdAt: toIsoDateTime(record.createdAt),
  updatedAt: toIsoDateTime(record.updatedAt),
  ...(assumed.has('buyer-response-contacts=as-sent') ? { contacts: record.contacts } : {}),
});
