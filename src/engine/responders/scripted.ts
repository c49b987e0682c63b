import type { StepPlayer } from '../scenarios/step-player.ts';
import type { Responder } from './responder.ts';

/**
 * Answers as a step of a scenario says, for requests that have passed every check. A step that only passes leaves the
 * answer to the others; its delay and its fault wait in the exchange.
 */
export const createScriptedResponder =
  ({ play }: StepPlayer): Responder =>
  (exchange) =>
    exchange.scripting === undefined ? undefined : play('later', exchange.scripting, exchange);
