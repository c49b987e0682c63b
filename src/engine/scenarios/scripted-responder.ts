import type { Responder } from '../exchange/exchange.ts';

/**
 * Responds as a scenario step defines, for requests that have passed every check. A step with `pass` leaves the
 * response to the other responders; its delay and its fault are stored in the exchange.
 */
export const scriptedResponder: Responder = (exchange) => exchange.scripting?.play('later', exchange);
