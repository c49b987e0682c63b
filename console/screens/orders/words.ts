import type { components } from '../../../src/generated/admin-types.ts';
import type { Tone } from '../../kit/badge.tsx';

export type OrderSummary = components['schemas']['OrderSummary'];
export type OrderDetail = components['schemas']['OrderDetail'];
export type OrderStatus = components['schemas']['OrderStatus'];

/** In the order of the workflow. */
export const STATUSES: Readonly<Record<OrderStatus, readonly [words: string, tone: Tone]>> = {
  CREATED: ['Created', 'quiet'],
  INVOICE_SUBMITTED: ['Invoiced', 'quiet'],
  PAYMENT_SUBMITTED: ['Paid in part', 'quiet'],
  READY_FOR_PICKUP: ['Ready for pickup', 'info'],
  TRANSPORT_IN_PROGRESS: ['On the road', 'info'],
  TRANSPORT_COMPLETED: ['Arrived', 'info'],
  COMPLIANCE_VALID: ['Compliant', 'ok'],
  COMPLIANCE_INVALID: ['Not compliant', 'bad'],
  CANCELLED: ['Cancelled', 'quiet'],
};

export const statusWords = (status: OrderStatus): string => STATUSES[status][0];
export const statusTone = (status: OrderStatus): Tone => STATUSES[status][1];

export const complianceTone = (compliance: OrderSummary['compliance']): Tone =>
  ({ VALID: 'ok', INCOMPLETE: 'warn', INVALID: 'bad' } as const)[compliance];

const MILESTONES: Readonly<Record<OrderSummary['milestones'][number]['name'], string>> = {
  created: 'Created',
  invoiced: 'Invoiced',
  paid: 'Paid',
  ready: 'Ready',
  on_the_road: 'On the road',
  arrived: 'Arrived',
  verdict: 'Verdict',
};

export const milestoneWords = (name: keyof typeof MILESTONES): string => MILESTONES[name];

export const countWords = (count: number, one: string, many = `${one}s`): string =>
  `${String(count)} ${count === 1 ? one : many}`;
