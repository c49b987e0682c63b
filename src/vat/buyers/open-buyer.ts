import { isSameJson } from '../../kernel/canonical-json.ts';
import { drawUuid } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import type { Schemas } from '../api/behaviour.ts';
import type { BuyerRecord } from './buyer.ts';

interface BuyerOrigin {
  readonly seller: string;
  readonly now: number;
  readonly random: Random;
}

/** A new buyer: active, neither checked nor verified. */
export const openBuyer = (request: Schemas['BuyerRequest'], { seller, now, random }: BuyerOrigin): BuyerRecord => ({
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
