import type { WholeExchange } from '../../../src/generated/control-schemas.ts';

export interface Violation {
  readonly field: string;
  readonly message: string;
  readonly rejectedValue?: unknown;
}

export const violationsOf = ({ response }: WholeExchange): readonly Violation[] => {
  const problem = response.body?.json;
  if (typeof problem !== 'object' || problem === null || !('errors' in problem) || !Array.isArray(problem.errors))
    return [];
  return problem.errors as readonly Violation[];
};
