import type { NearMiss, ScriptStage, ScriptTrace, StepTrace } from '../exchange/script-trace.ts';

/** The decision of one stage in words; a near miss is reported once, in the last script stage. */
export const narrateScript = (script: ScriptTrace | undefined, stage: ScriptStage, isLast: boolean): string => {
  if (script === undefined) return 'no scenario is about this call';
  const used = script.steps.filter((step) => step.stage === stage);
  if (used.length > 0) return used.map(narrateStep).join('; ');
  const [first] = isLast ? script.nearMisses : [];
  const over = isLast ? script.exhausted : [];
  if (over.length > 0) return over.map(narrateExhausted).join('; ');
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

const narrateExhausted = (scenario: string): string =>
  `the scenario ${scenario} is exhausted: no step that matches can be used again; activate it again to start it anew`;

export const narrateMiss = ({ scenario, step, title, difference: { at, expected, actual } }: NearMiss): string =>
  `no step of the scenario ${scenario} was used; the closest is step ${String(step)}${title === undefined ? '' : ` (${title})`}: ${at}: expected ${expected}, but ${actual}`;
