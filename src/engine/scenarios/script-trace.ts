import type { Stage } from './scenario.ts';
import type { NearMiss, PlayedStep, Scripting } from './scripting.ts';

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
  readonly stage: Stage;
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

export const traceOf = ({ plays, played, misses }: Scripting): ScriptTrace => ({
  scenarios: plays.map(({ scenario }) => scenario.name),
  steps: played.map(toStepTrace),
  nearMisses: misses.filter(({ scenario }, index) => {
    // A scenario that was asked at received and again later is told of once, as it was asked last.
    const isLast = !misses.slice(index + 1).some((other) => other.scenario === scenario);
    return isLast && !played.some((step) => step.scenario === scenario);
  }),
});

const toStepTrace = ({ scenario, step, stage, stateBefore, stateAfter, delay, fault, meanwhile }: PlayedStep) => ({
  scenario,
  step: step.number,
  title: step.file.title,
  stage,
  reply: step.action.kind,
  stateBefore,
  stateAfter,
  delay,
  delaySkipped: delay > 0 && (fault?.delay ?? 0) === 0,
  fault: typeof step.file.fault === 'string' ? step.file.fault : step.failure?.kind,
  meanwhile,
});

/** The decision of one stage in words; a near miss is told once, in the last stage that has something to say. */
export const narrateScript = (script: ScriptTrace | undefined, stage: Stage, isLast: boolean): string => {
  if (script === undefined) return 'no scenario is about this call';
  const used = script.steps.filter((step) => step.stage === stage);
  if (used.length > 0) return used.map(narrateStep).join('; ');
  const [first] = isLast ? script.nearMisses : [];
  return first === undefined ? 'no step of a scenario was used here' : narrateMiss(first);
};

const narrateStep = (step: StepTrace): string =>
  [
    `step ${String(step.step)} of the scenario ${step.scenario}${step.title === undefined ? '' : ` (${step.title})`}`,
    step.meanwhile === undefined ? undefined : `meanwhile ${step.meanwhile}`,
    step.reply === 'pass' ? 'left the answer to the others' : undefined,
    step.delay > 0
      ? `held it back ${String(step.delay)} ms${step.delaySkipped ? ', which was skipped' : ''}`
      : undefined,
    step.fault === undefined ? undefined : `fault ${step.fault}`,
    step.stateAfter === step.stateBefore ? undefined : `moved from ${step.stateBefore} to ${step.stateAfter}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');

export const narrateMiss = ({ scenario, step, title, difference: { at, expected, actual } }: NearMiss): string =>
  `no step of the scenario ${scenario} was used; the closest is step ${String(step)}${title === undefined ? '' : ` (${title})`}: ${at}: expected ${expected}, but ${actual}`;
