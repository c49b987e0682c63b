import type { Difference } from '../matching/difference.ts';

/** `received`: before the checks. `later`: in place of the usual responders. */
export type ScriptStage = 'received' | 'later';

/** What scenarios had to do with an exchange, as the journal keeps it. */
export interface ScriptTrace {
  /** Those with steps about the operation. */
  readonly scenarios: readonly string[];
  readonly steps: readonly StepTrace[];
  /** One for each scenario of which no step was used. */
  readonly nearMisses: readonly NearMiss[];
}

export interface StepTrace {
  readonly scenario: string;
  /** From 1. */
  readonly step: number;
  readonly title: string | undefined;
  readonly stage: ScriptStage;
  readonly reply: 'pass' | 'drop' | 'reply';
  readonly stateBefore: string;
  readonly stateAfter: string;
  /** Milliseconds, as drawn; `skipped` when nobody waited for it. */
  readonly delay: number;
  readonly delaySkipped: boolean;
  readonly fault: string | undefined;
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
