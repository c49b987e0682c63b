import { toIsoDateTime } from '../../kernel/clock.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';

/** Result of the latest VIES check of a buyer. */
export const toViesState = ({ vies: { result, checkedAt, reason } }: BuyerRecord) => ({
  result,
  checkedAt: checkedAt === null ? null : toIsoDateTime(checkedAt),
  ...(reason === undefined ? {} : { reason }),
});

/** In Mode A the marketplace verifies the buyer itself. */
export const toKycState = ({ kycMode, kyc: { status, reason } }: BuyerRecord) => ({
  mode: kycMode,
  status: kycMode === 'SERVICE_LED' ? status : ('NOT_REQUIRED' as const),
  ...(reason === undefined ? {} : { reason }),
});
