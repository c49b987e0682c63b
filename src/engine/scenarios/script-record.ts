import type { Fault } from '../../kernel/http.ts';
import type { NearMiss, ScriptStage } from '../exchange/script-trace.ts';
import type { Play, Step } from './scenario.ts';

/** What scenarios have done with one request so far. It grows as the request goes on, and stays within this folder. */
export interface ScriptRecord {
  readonly plays: readonly Play[];
  readonly played: PlayedStep[];
  readonly misses: NearMiss[];
  /** Later steps have been asked; a request that a gate refused never gets as far. */
  askedLater: boolean;
}

/** For the scenarios with steps about an operation. */
export const beginRecord = (plays: readonly Play[]): ScriptRecord => ({
  plays,
  played: [],
  misses: [],
  askedLater: false,
});

/** A step that was used. */
export interface PlayedStep {
  readonly scenario: string;
  readonly step: Step;
  readonly stage: ScriptStage;
  readonly stateBefore: string;
  readonly stateAfter: string;
  /** In milliseconds; the wait itself may be skipped. */
  readonly delay: number;
  readonly fault: Fault | undefined;
  /** What came of the call that somebody else made before. */
  readonly meanwhile: string | undefined;
}

/** All faults of a request as one: delays add up, the last failure counts. */
export const faultOf = ({ played }: ScriptRecord): Fault | undefined => {
  let fault: Fault | undefined;
  for (const { fault: more } of played) {
    if (more === undefined) continue;
    fault = { delay: (fault?.delay ?? 0) + more.delay, failure: more.failure ?? fault?.failure };
  }
  return fault;
};
