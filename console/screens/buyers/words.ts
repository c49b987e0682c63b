import type { BuyerDetail, BuyerSummary } from '../../../src/generated/control-schemas.ts';
import type { Tone } from '../../kit/badge.tsx';


const TONES: Readonly<Record<string, Tone>> = {
  VALID: 'ok',
  VERIFIED: 'ok',
  INVALID: 'bad',
  REJECTED: 'bad',
  BLOCKED: 'bad',
  PENDING: 'info',
  UNKNOWN: 'warn',
};

export const toneOf = (state: string): Tone => TONES[state] ?? 'quiet';
