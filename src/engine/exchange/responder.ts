import type { Validated } from './exchange.ts';
import type { Answer } from '../message/answer.ts';

/** A source of responses: scripted, stateful or faked. Undefined passes the request to the next responder. */
export type Responder = (exchange: Validated) => Answer | undefined | Promise<Answer | undefined>;
