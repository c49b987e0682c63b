import type { Validated } from './exchange.ts';
import type { Answer } from '../message/answer.ts';

/** One of the three who may answer: scripted, stateful, faked. Undefined leaves the question to the next. */
export type Responder = (exchange: Validated) => Answer | undefined | Promise<Answer | undefined>;
