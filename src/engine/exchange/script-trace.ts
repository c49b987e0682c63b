import type { Difference } from '../matching/condition.ts';

/** `received`: before the checks. `later`: instead of the usual responders. */
export type ScriptStage = 'received' | 'later';

/** How scenarios affected an exchange, as recorded in the journal. */
export interface ScriptTrace {
  /** Scenarios with steps for the operation. */
  readonly scenarios: readonly string[];
  readonly steps: readonly StepTrace[];
  /** Scenarios without a used step, because none of those that match can be used again. */
  readonly exhausted: readonly string[];
  /** One for each scenario without a used step. */
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
  /** Milliseconds, as drawn; `delaySkipped` if the delay was not waited for. */
  readonly delay: number;
  readonly delaySkipped: boolean;
  readonly fault: string | undefined;
  /** Outcome of the concurrent call made just before. */
  readonly meanwhile: string | undefined;
}

/** The scenario step that came closest to matching a request, and the first difference. */
export interface NearMiss {
  readonly scenario: string;
  readonly step: number;
  readonly title: string | undefined;
  readonly difference: Difference;
}
