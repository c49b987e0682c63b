import type { RuleBook } from '../../engine/journal/explain.ts';
import { PROBLEMS } from './problems.ts';

/** Texts for explanations of this API's exchanges. */
export const RULE_BOOK: RuleBook = {
  problems: PROBLEMS,
  narrations: {
    authorize: {
      rule: 'The DPA must be accepted, and the seller in the path must be an authorized partner of the organization.',
      passed: ({ partner: seller }) =>
        seller === undefined ? 'no seller in the path' : `seller ${seller} is an authorized partner`,
    },
  },
  changes: {
    forbidden: (_refusal, { caller }) => [
      `use one of your organization’s authorized partners in the path: ${caller?.organization?.sellers.map(({ uuid }) => uuid).join(', ') ?? ''}`,
    ],
  },
};
