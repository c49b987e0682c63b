import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Validated } from '../exchange/exchange.ts';
import type { Answer } from '../message/answer.ts';
import type { Stage } from '../pipeline/pipeline.ts';
import type { Responder } from '../exchange/responder.ts';
import { problem } from '../problems/problem.ts';

/** Calls the responders in turn; the first response wins. */
export const respond = ({ responders }: EngineParts): Stage<Validated, Answer> => ({
  name: 'respond',
  run: (exchange) => askFrom(0, responders, exchange),
});

const askFrom = (start: number, responders: readonly Responder[], exchange: Validated): Answer | Promise<Answer> => {
  for (let index = start; index < responders.length; index++) {
    const asked = responders[index]?.(exchange);
    if (asked instanceof Promise) return asked.then((answer) => answer ?? askFrom(index + 1, responders, exchange));
    if (asked !== undefined) return asked;
  }
  throw problem('not-served', { detail: `Operation ${exchange.operation.id} cannot be served.` });
};
