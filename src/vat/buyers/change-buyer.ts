import { isSameJson } from '../../kernel/canonical-json.ts';
import type { Schemas } from '../api/behaviour.ts';
import { violation } from '../api/violation.ts';
import { type BuyerRecord, toBuyer } from './buyer.ts';

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
