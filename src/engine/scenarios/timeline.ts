import { parseDuration } from '../../kernel/duration.ts';
import type { Json } from '../../kernel/json.ts';
import { Problem } from '../../kernel/problem.ts';
import { handlesJob } from '../sandbox/job-handlers.ts';
import { changeForScenario } from '../sandbox/organization-change.ts';
import { type TypeOf, count, label, longText, mapOf, object, schemaOf } from '../sandbox/record-schema.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { withGiven } from './given.ts';
import { type TemplateSource, NO_SOURCE, fillMembers, sourceAt } from './template.ts';
import { type ScenarioRun, enterState, addTimelineResult, namedIn, scenarioRuns } from './run.ts';
import type { Scenario } from './scenario.ts';
import type { Members, TimelineEntry } from '../../generated/scenario-file.ts';
import type { ScenarioFinder } from './repository.ts';

/**
 * Actions of a timeline, injected. They run inside the transaction of a job, at its scheduled time. To refuse, throw a
 * problem before changing anything; the run then reports it.
 */
export interface TimelineActions {
  readonly emit: (work: UnitOfWork, type: string, data: Members) => void | Promise<void>;
  readonly simulate: (work: UnitOfWork, name: string, target: Readonly<Record<string, string>>) => Promise<void>;
}

export const TIMELINE_JOB = 'scenario-timeline';

const jobData = object({
  scenario: label,
  digest: label,
  /** From 1. */
  entry: count,
  /** With values of the request that entered the state. */
  data: schemaOf<Members>({ type: 'object' }),
  target: mapOf(longText),
});

type JobData = TypeOf<typeof jobData>;

const jobId = (scenario: string, entry: number): string => `${TIMELINE_JOB}/${scenario}/${entry}`;

/**
 * Follows a run into its state: cancels the entries of the state that it has left, and schedules those of the one that it
 * has entered. A run that begins has left none: then nothing of a run before remains, and the time of the entries without a
 * state starts, too.
 */
export const followRun = (
  work: UnitOfWork,
  { name, digest, file: { timeline = [] } }: Scenario,
  run: ScenarioRun,
  left: string | undefined,
  request: TemplateSource = NO_SOURCE,
): void => {
  if (run.state === left) return;
  const isBeginning = left === undefined;
  const source = withGiven(sourceAt(request, work.now), run);
  for (const [index, { at, from, moveTo, data = {}, target = {} }] of timeline.entries()) {
    const entry = index + 1;
    const id = jobId(name, entry);
    if (isBeginning || from === left) work.cancel(id);
    if (from !== run.state && (from !== undefined || !isBeginning)) continue;
    const job: JobData = {
      scenario: name,
      digest,
      entry,
      data: fillMembers(data, source),
      target: toTexts(fillMembers(target, source)),
    };
    const isMovedOn = moveTo !== undefined && !isBeginning && request === NO_SOURCE;
    // Entries that lead in a circle without time would never end: where the timeline moves on, a second passes at least.
    const wait = Math.max(isMovedOn ? 1000 : 0, parseDuration(at));
    work.schedule({ id, kind: TIMELINE_JOB, dueAt: work.now + wait, data: job });
  }
};

const toTexts = (members: Readonly<Record<string, Json>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

export const cancelTimeline = (work: UnitOfWork, { name, file: { timeline = [] } }: Scenario): void => {
  for (const index of timeline.keys()) work.cancel(jobId(name, index + 1));
};

/** Executes one timeline entry. */
export const createTimelineHandler = (finder: ScenarioFinder, happenings: TimelineActions) =>
  handlesJob(jobData, async (work, data) => {
    const [scenario, run] = [await finder.find(work, data.scenario), work.get(scenarioRuns, data.scenario)];
    // A changed file restarts the run; jobs of the previous version are ignored.
    if (scenario?.digest !== data.digest || run?.digest !== data.digest) return;
    const happening = scenario.file.timeline?.[data.entry - 1];
    if (happening === undefined) return;
    const failed = await runEntry(work, happening, data, happenings);
    const result = { entry: data.entry, at: work.now, ...failed, ...namedIn(data.data, data.target) };
    const noted = addTimelineResult(run, result);
    const moved = happening.moveTo === undefined ? noted : enterState(noted, happening.moveTo, work.now);
    work.update(scenarioRuns, run, moved);
    followRun(work, scenario, moved, run.state);
  });

/** A refusal is part of the scenario; any other error is a bug, and rolls back the job. */
const runEntry = async (
  work: UnitOfWork,
  { emit, simulate, organization }: TimelineEntry,
  { data, target, scenario }: JobData,
  happenings: TimelineActions,
): Promise<{ readonly failure?: string }> => {
  try {
    if (emit !== undefined) await happenings.emit(work, emit, data);
    if (simulate !== undefined) await happenings.simulate(work, simulate, target);
    if (organization !== undefined) changeForScenario(work, scenario, organization);
    return {};
  } catch (error) {
    if (error instanceof Problem) return { failure: error.members.detail };
    throw error;
  }
};

/** Seconds until the timeline moves a run out of its state; undefined if it never does. */
export const secondsLeft = ({ file: { timeline = [] } }: Scenario, run: ScenarioRun, now: number) => {
  let nearest = Infinity;
  for (const { at, from, moveTo } of timeline) {
    if (moveTo === undefined || (from !== undefined && from !== run.state)) continue;
    const due = (from === undefined ? run.begunAt : run.enteredAt) + parseDuration(at);
    if (due > now) nearest = Math.min(nearest, due);
  }
  return nearest === Infinity ? undefined : Math.max(1, Math.ceil((nearest - now) / 1000));
};
