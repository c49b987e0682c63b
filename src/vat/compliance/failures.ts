import type { Schemas } from '../api/behaviour.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';

export type Blocker = Schemas['ComplianceBlocker'];

/** Failures of the buyer itself, which affect all of its open orders. Assumption: compliance-rules. */
export const failuresOf = ({ vies, kyc, kycMode, status, vatNumber }: BuyerRecord): readonly Blocker[] => {
  const failures: Blocker[] = [];
  if (vies.result === 'INVALID')
    failures.push({ code: 'VIES_INVALID', message: `VIES does not confirm the VAT number ${vatNumber}.` });
  if (kycMode === 'SERVICE_LED' && kyc.status === 'REJECTED') {
    const reason = kyc.reason === undefined ? '' : `: ${kyc.reason}`;
    const message = `The verification of the buyer was rejected${reason}.`.replace('..', '.');
    failures.push({ code: 'KYC_REJECTED', message });
  }
  if (status === 'BLOCKED') failures.push({ code: 'BUYER_BLOCKED', message: 'The buyer is blocked.' });
  return failures;
};
