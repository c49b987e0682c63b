import type { ScriptTrace, StepTrace } from '../exchange/script-trace.ts';
import { type PlayedStep, type ScriptRecord, exhaustedOf } from './script-record.ts';

export const traceOf = (record: ScriptRecord): ScriptTrace => ({
  scenarios: record.plays.map(({ scenario }) => scenario.name),
  steps: record.played.map(toStepTrace),
  exhausted: exhaustedOf(record),
  nearMisses: record.misses.filter(({ scenario }, index, misses) => {
    // A scenario tried at both stages is reported once, with its last result.
    const isLast = !misses.slice(index + 1).some((other) => other.scenario === scenario);
    return isLast && !record.played.some((step) => step.scenario === scenario);
  }),
});

const toStepTrace = ({
  scenario,
  step,
  stage,
  stateBefore,
  stateAfter,
  delay,
  fault,
  meanwhile,
}: PlayedStep): StepTrace => ({
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
