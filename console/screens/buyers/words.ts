import type { components } from '../../../src/generated/admin-types.ts';
import type { Tone } from '../../kit/badge.tsx';

export type BuyerSummary = components['schemas']['BuyerSummary'];
export type BuyerDetail = components['schemas']['BuyerDetail'];

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
