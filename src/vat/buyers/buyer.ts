import {
  count,
  defineRecords,
  instant,
  instantOrNull,
  key,
  object,
  oneOf,
  type Reading,
  text,
  type TypeOf,
  uuid,
} from '../../engine/sdk.ts';
import type { Schemas } from '../api/behaviour.ts';
import { component, memberOf, membersOf } from '../api/component-schema.ts';
import { show } from '../api/show.ts';
import { isSameJson } from '../../kernel/canonical-json.ts';
import { drawUuid } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { violation } from '../policy/problem.ts';

const vies = object({
  result: component('ViesResult'),
  /** Null until VIES has responded or timed out. */
  checkedAt: instantOrNull,
  /** Why the result is INVALID or UNKNOWN. */
  'reason?': text,
  /** Number of responses that a test number has given: DE100200 responds differently after the first. */
  'turn?': count,
});

const kyc = object({
  status: oneOf('NOT_STARTED', 'PENDING', 'VERIFIED', 'REJECTED'),
  'reason?': text,
});

/** "A trade partner record per seller, upserted by the natural key (sellerId, vatNumber)." */
export const buyerSchema = object({
  uuid,
  seller: uuid,
  ...membersOf('BuyerRequest', 'vatNumber', 'companyName', 'kycMode'),
  address: component('BuyerAddress'),
  /** Stored and compared, but never returned. Assumption: buyer-response-contacts. */
  contacts: memberOf('BuyerRequest', 'contacts'),
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
export const toBuyer = (record: BuyerRecord): Schemas['Buyer'] =>
  show(record, 'uuid', 'vatNumber', 'companyName', 'address', 'kycMode', 'status', 'version', 'createdAt', 'updatedAt');

/** A buyer that a stored record refers to; buyers are never removed. */
export const getBuyerOf = (work: Reading, uuid: string): BuyerRecord => {
  const buyer = work.get(buyers, uuid);
  if (buyer === undefined) throw new Error(`there is no buyer ${uuid}`);
  return buyer;
};

/** A new buyer: active, neither checked nor verified. */
export const openBuyer = (
  request: Schemas['BuyerRequest'],
  {
    seller,
    now,
    random,
  }: {
    readonly seller: string;
    readonly now: number;
    readonly random: Random;
  },
): BuyerRecord => ({
  uuid: drawUuid(random),
  seller,
  vatNumber: request.vatNumber,
  companyName: request.companyName,
  address: { uuid: drawUuid(random), ...request.address },
  contacts: request.contacts ?? [],
  kycMode: request.kycMode,
  status: 'ACTIVE',
  vies: { result: 'PENDING', checkedAt: null },
  kyc: { status: 'NOT_STARTED' },
  version: 1,
  createdAt: now,
  updatedAt: now,
});

/**
 * "200 with the existing buyer when the body is identical": compared with the current buyer, not with the first
 * request.
 */
export const isAsRequested = (buyer: BuyerRecord, request: Schemas['BuyerRequest']): boolean => {
  const { vatNumber, companyName, kycMode, contacts } = buyer;
  const { uuid: _uuid, ...address } = buyer.address;
  const current: Schemas['BuyerRequest'] = { vatNumber, companyName, kycMode, address, contacts: [...contacts] };
  return isSameJson(current, { ...request, contacts: request.contacts ?? [] });
};

/**
 * Applies a PATCH; returns the same object if nothing changes. The address is replaced as a whole and keeps its uuid.
 * Assumptions: buyer-patch-address, kyc-mode-downgrade, version-start.
 */
export const changeBuyer = (buyer: BuyerRecord, patch: Schemas['BuyerPatch'], now: number): BuyerRecord => {
  const { kycMode = buyer.kycMode, companyName = buyer.companyName, address } = patch;
  checkMode(buyer, kycMode);
  const changed: BuyerRecord = {
    ...buyer,
    kycMode,
    companyName,
    address: { ...buyer.address, ...address },
  };
  if (isSameJson(toBuyer(changed), toBuyer(buyer))) return buyer;
  return { ...changed, version: buyer.version + 1, updatedAt: now };
};

/** "Only this direction is allowed; `SERVICE_LED` to `MARKETPLACE_LED` is refused." */
const checkMode = ({ kycMode: before }: BuyerRecord, after: Schemas['KycMode']): void => {
  if (before === 'SERVICE_LED' && after === 'MARKETPLACE_LED')
    throw violation('kycMode', 'cannot change from SERVICE_LED to MARKETPLACE_LED', after);
};
