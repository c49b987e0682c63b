import type { Responder } from '../exchange/responder.ts';

/**
 * Answers as a step of a scenario says, for requests that have passed every check. A step that only passes leaves the
 * answer to the others; its delay and its fault wait in the exchange.
 */
export const scriptedResponder: Responder = (exchange) => exchange.scripting?.play('later', exchange);
