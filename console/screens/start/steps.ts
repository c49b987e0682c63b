import { link } from '../../address/address.ts';

/** An answer of the API, or an event. */
export interface Happened {
  readonly operationId?: string;
  readonly status?: number;
  readonly eventType?: string;
}

export type StepId = 'token' | 'buyer' | 'order' | 'webhook' | 'verdict';

interface Step {
  readonly id: StepId;
  readonly title: string;
  readonly how: string;
  readonly place: () => string;
  readonly words: string;
  readonly isDone: (happened: Happened) => boolean;
}

const succeeded = ({ status = 0 }: Happened): boolean => status >= 200 && status < 300;

const called =
  (operation: string) =>
  (happened: Happened): boolean =>
    happened.operationId === operation && succeeded(happened);

export const STEPS: readonly Step[] = [
  {
    ...{ id: 'token', title: 'Get an access token', how: 'With the client id and secret, at the token URL.' },
    ...{
      place: () => link('reference', 'docs', 'integrating', { at: 'clients-secrets-and-tokens' }),
      words: 'How tokens work',
    },
    // Whatever succeeds has a token, but for the public links.
    isDone: succeeded,
  },
  {
    ...{ id: 'buyer', title: 'Register a buyer', how: 'Its VAT number is checked in VIES.' },
    ...{ place: () => link('reference', 'operations', 'upsertBuyer'), words: 'upsertBuyer' },
    isDone: called('upsertBuyer'),
  },
  {
    ...{ id: 'order', title: 'Create an order', how: 'Of one vehicle or more, for that buyer.' },
    ...{ place: () => link('reference', 'operations', 'createOrder'), words: 'createOrder' },
    isDone: called('createOrder'),
  },
  {
    ...{ id: 'webhook', title: 'Register a webhook', how: 'Events then come to you: no polling.' },
    ...{ place: () => link('reference', 'operations', 'createWebhook'), words: 'createWebhook' },
    isDone: called('createWebhook'),
  },
  {
    ...{
      id: 'verdict',
      title: 'Reach a verdict',
      how: 'An order is VALID_EXPORT or VAT_APPLICABLE, with its Export File.',
    },
    ...{ place: () => link('orders'), words: 'Orders' },
    isDone: ({ eventType }) => eventType === 'compliance.decision_made',
  },
];
