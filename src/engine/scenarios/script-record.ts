import type { Fault } from '../../kernel/http.ts';
import type { NearMiss, ScriptStage } from '../exchange/script-trace.ts';
import type { Play, Step } from './scenario.ts';

/**
 * The scenario steps used for one request so far. Mutable while the request is processed, and private to this folder.
 */
export interface ScriptRecord {
  readonly plays: readonly Play[];
  readonly played: PlayedStep[];
  readonly misses: NearMiss[];
  /** The active scenarios of which no step that matches can be used again. */
  readonly exhausted: string[];
  /** Steps of the stage `later` have been tried; a request refused by a check never gets that far. */
  askedLater: boolean;
}

/** Creates the record for the scenarios with steps for an operation. */
export const beginRecord = (plays: readonly Play[]): ScriptRecord => ({
  plays,
  played: [],
  misses: [],
  exhausted: [],
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
  /** Outcome of the concurrent call made just before. */
  readonly meanwhile: string | undefined;
}

/** All faults of a request, merged: delays are added, and the last failure counts. */
export const faultOf = ({ played }: ScriptRecord): Fault | undefined => {
  let fault: Fault | undefined;
  for (const { fault: more } of played) {
    if (more === undefined) continue;
    fault = { delay: (fault?.delay ?? 0) + more.delay, failure: more.failure ?? fault?.failure };
  }
  return fault;
};

/** The exhausted scenarios of a request; one with steps of both stages may have used one of them. */
export const exhaustedOf = ({ exhausted, played }: ScriptRecord): readonly string[] => [
  ...new Set(exhausted.filter((name) => !played.some(({ scenario }) => scenario === name))),
];
