import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Answer, Validated } from '../pipeline/exchange.ts';
import type { Stage } from '../pipeline/pipeline.ts';
import { plainProblem } from '../problems/problem.ts';

/** Asks the responders in turn; the first answer wins. */
export const respond = ({ responders }: EngineParts): Stage<Validated, Answer> => ({
  name: 'respond',
  run: async (exchange) => {
    for (const responder of responders) {
      const asked = responder(exchange);
      const answer = asked instanceof Promise ? await asked : asked;
      if (answer !== undefined) return answer;
    }
    throw plainProblem(501, { detail: `Nothing here knows how to answer ${exchange.operation.id}.` });
  },
});
