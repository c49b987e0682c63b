import { type Assumed, NOTHING_ASSUMED } from '../../engine/assumptions/assumed.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { defineCollection, key } from '../../engine/sandbox/collection.ts';
import type { Schemas } from '../api/behaviour.ts';

export type ViesResult = Schemas['ViesResult'];

/** "A trade partner record per seller, upserted by the natural key (sellerId, vatNumber)." */
export interface BuyerRecord {
  readonly uuid: string;
  readonly seller: string;
  readonly vatNumber: string;
  readonly companyName: string;
  readonly address: Schemas['BuyerAddress'];
  /** Stored and compared, but never returned. Assumption: buyer-response-contacts. */
  readonly contacts: readonly Schemas['BuyerContact'][];
  readonly kycMode: Schemas['KycMode'];
  readonly status: Schemas['BuyerStatus'];
  /** Result of the latest VIES check. */
  readonly vies: ViesState;
  /** State of the verification in Mode B; NOT_STARTED in Mode A. */
  readonly kyc: KycState;
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

export interface ViesState {
  readonly result: ViesResult;
  /** Milliseconds since the epoch; null until VIES has responded or timed out. */
  readonly checkedAt: number | null;
  /** Why the result is INVALID or UNKNOWN. */
  readonly reason?: string;
  /** Number of responses that a test number has given: DE100200 responds differently after the first. */
  readonly turn?: number;
}

export interface KycState {
  readonly status: 'NOT_STARTED' | 'PENDING' | 'VERIFIED' | 'REJECTED';
  readonly reason?: string;
}

export const buyers = defineCollection<BuyerRecord>(
  'buyers',
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
