import { narrateKey, type RuleBook } from '../../engine/sdk.ts';
import { PROBLEMS } from './problem.ts';

/** Texts for explanations of this API's exchanges. */
export const RULE_BOOK: RuleBook = {
  problems: PROBLEMS,
  narrations: {
    authenticate: {
      rule: 'Every call needs an Authorization header with Bearer and a token, except public self-service links.',
    },
    authorize: {
      rule: 'The DPA must be accepted, and the seller in the path must be an authorized partner of the organization.',
      passed: ({ partner: seller }) =>
        seller === undefined ? 'no seller in the path' : `seller ${seller} is an authorized partner`,
    },
    'lookup-idempotency': {
      rule: 'Every write needs an Idempotency-Key of 1 to 255 characters, valid for 24 hours.',
      passed: narrateKey('in the last 24 hours'),
    },
    'limit-rate': {
      rule: 'Requests are counted per organization, category and minute; ten 429 responses in a row pause the client.',
    },
  },
  changes: {
    forbidden: (_refusal, { caller, idempotency }) => [
      `use one of your organization’s authorized partners ${idempotency === undefined ? 'in the path' : 'with a new Idempotency-Key'}: ${caller?.organization?.sellers.map(({ uuid }) => uuid).join(', ') ?? ''}`,
    ],
  },
};
