import type { OrderStatus } from '../../../src/generated/control-schemas.ts';
import { WORDS } from '../../../src/generated/words.ts';
import type { Tone } from '../../kit/kit.ts';

type Decision = keyof typeof WORDS.decision;

/** In the order of the workflow. */
export const STATUSES = WORDS.orderStatus;

const TONES: Readonly<Partial<Record<OrderStatus, Tone>>> = {
  ...{ READY_FOR_PICKUP: 'info', TRANSPORT_IN_PROGRESS: 'info', TRANSPORT_COMPLETED: 'info' },
  ...{ COMPLIANCE_VALID: 'ok', COMPLIANCE_INVALID: 'bad' },
};

export const statusTone = (status: OrderStatus): Tone => TONES[status] ?? 'quiet';

export const decisionWords = (decision: Decision): string => WORDS.decision[decision].word;
export const decisionTone = (decision: Decision): Tone => (decision === 'VALID_EXPORT' ? 'ok' : 'bad');
