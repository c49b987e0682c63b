import type { RecordChange } from '../../engine/sandbox/change-watch.ts';
import type { ExpectationVerdict } from '../../generated/control-schemas.ts';
import { uploadedScenarios } from '../../engine/scenarios/repository.ts';
import { type ScenarioRun, scenarioRuns } from '../../engine/scenarios/run.ts';

/** What happened to a scenario of a sandbox. */
export interface ScenarioChange {
  readonly scenario: string;
  readonly change: 'uploaded' | 'removed' | 'activated' | 'deactivated' | 'state' | 'step' | 'timeline' | 'verdict';
  /** Its state after the change; null without a run. */
  readonly state: string | null;
  /** The step that was used or the timeline entry that was executed, from 1. */
  readonly number: number | null;
  /** Why the timeline entry failed. */
  readonly failure: string | null;
  /** Of its expectations together. */
  readonly verdict: ExpectationVerdict | null;
}

const NONE: readonly ScenarioChange[] = [];

export const NOTHING_ELSE = { state: null, number: null, failure: null, verdict: null } as const;

/** What a committed change means for scenarios: one transaction may use a step and enter the next state. */
export const toScenarioChanges = ({ collection, id, before, after }: RecordChange): readonly ScenarioChange[] => {
  if (collection === uploadedScenarios.name)
    return [{ ...NOTHING_ELSE, scenario: id, change: after === undefined ? 'removed' : 'uploaded' }];
  if (collection !== scenarioRuns.name) return NONE;
  return changesOfRun(before as ScenarioRun | undefined, after as ScenarioRun | undefined);
};

const changesOfRun = (before: ScenarioRun | undefined, after: ScenarioRun | undefined): readonly ScenarioChange[] => {
  const wasActive = before?.isActive === true;
  if (after === undefined)
    return before !== undefined && wasActive ? [{ ...NOTHING_ELSE, scenario: before.name, change: 'deactivated' }] : [];
  const base = { ...NOTHING_ELSE, scenario: after.name, state: after.state };
  if (after.isActive && (!wasActive || before.begunAt !== after.begunAt || before.chance !== after.chance))
    return [{ ...base, change: 'activated' }];
  const changes: ScenarioChange[] = [];
  for (const [number, count] of Object.entries(after.uses))
    if (count > (before?.uses[number] ?? 0)) changes.push({ ...base, change: 'step', number: Number(number) });
  if (before !== undefined && before.state !== after.state) changes.push({ ...base, change: 'state' });
  for (const { entry, failure = null } of newResults(before, after))
    changes.push({ ...base, change: 'timeline', number: entry, failure });
  if (wasActive && !after.isActive) changes.push({ ...base, change: 'deactivated' });
  return changes;
};

/** The newest results: their number is limited, so they are compared from the end. */
const newResults = (before: ScenarioRun | undefined, after: ScenarioRun) => {
  const known = before?.timelineResults.at(-1);
  const index = after.timelineResults.findLastIndex(({ entry, at }) => entry === known?.entry && at === known.at);
  return after.timelineResults.slice(index + 1);
};
