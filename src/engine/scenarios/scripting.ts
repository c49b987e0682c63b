import type { Fault } from '../../kernel/http.ts';
import type { Play, Stage, Step } from './scenario.ts';

/**
 * What scenarios have to do with one request. It grows as the request goes on: the exchange holds it only for requests
 * that a scenario is about.
 */
export interface Scripting {
  readonly plays: readonly Play[];
  readonly played: PlayedStep[];
  readonly misses: NearMiss[];
  /** Later steps have been asked; a request that a gate refused never gets as far. */
  askedLater: boolean;
}

/** A step that was used. */
export interface PlayedStep {
  readonly scenario: string;
  readonly step: Step;
  readonly stage: Stage;
  readonly stateBefore: string;
  readonly stateAfter: string;
  /** In milliseconds; the wait itself may be skipped. */
  readonly delay: number;
  readonly fault: Fault | undefined;
  /** What came of the call that somebody else made before. */
  readonly meanwhile: string | undefined;
}

/** The step of a scenario that came closest to a request, and the first thing in which the two differ. */
export interface NearMiss {
  readonly scenario: string;
  readonly step: number;
  readonly title: string | undefined;
  readonly difference: Difference;
}

export interface Difference {
  /** `body /externalOrderId`, `state`, `times` ... */
  readonly at: string;
  readonly expected: string;
  readonly actual: string;
}

export const beginScripting = (plays: readonly Play[]): Scripting => ({
  plays,
  played: [],
  misses: [],
  askedLater: false,
});

/** All faults of a request as one: delays add up, the last failure counts. */
export const faultOf = ({ played }: Scripting): Fault | undefined => {
  let fault: Fault | undefined;
  for (const { fault: more } of played) {
    if (more === undefined) continue;
    fault = { delay: (fault?.delay ?? 0) + more.delay, failure: more.failure ?? fault?.failure };
  }
  return fault;
};
