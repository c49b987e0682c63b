import { compareConditions, type Difference } from '../matching/condition.ts';
import { factsOf } from '../matching/facts.ts';
import type { Scenario, Step, Play } from './scenario.ts';
import type { NearMiss, ScriptStage, StepTrace } from '../exchange/script-trace.ts';
import type { Fault } from '../../kernel/http.ts';
import { createRandom } from '../../kernel/random.ts';
import { type Operation, findResponse } from '../contract/contract.ts';
import type { Scripting, Routed, Responder } from '../exchange/exchange.ts';
import type { Answer } from '../message/answer.ts';
import { withGiven } from './given.ts';
import type { FindHeaderFault } from './header-rule.ts';
import { type MakeReplyParts, createMakeReply } from './reply.ts';
import { type MeanwhileParts, createPlayMeanwhile } from './play-meanwhile.ts';
import { usesOf } from './run.ts';
import type { Scenarios, ClaimedStep } from './scenarios.ts';
import { sourceOf, sourceOfUse, type OwnTemplates } from './template.ts';
import { secondsLeft } from './timeline.ts';

/**
 * The closest unused step: the one with the largest fraction of conditions met, the earliest among equals. If all are met,
 * it was not used because of its state, count or repetition.
 */
const nearestMiss = (
  scenario: Scenario,
  comparisons: readonly (readonly [Step, ReturnType<typeof compareConditions>])[],
  refusals: ReadonlyMap<Step, string>,
): NearMiss | undefined => {
  let best:
    | { readonly step: Step; readonly closeness: number; readonly difference: Difference | undefined }
    | undefined;
  for (const [step, { held, difference }] of comparisons) {
    const closeness = difference === undefined ? 1 : held / step.conditions.length;
    if (best === undefined || closeness > best.closeness) best = { step, closeness, difference };
  }
  if (best === undefined) return undefined;
  const { step, difference } = best;
  const actual = refusals.get(step) ?? 'an earlier step was used';
  return toMiss(scenario, step, difference ?? { at: 'use', expected: 'the step is free', actual });
};

const toMiss = ({ name }: Scenario, { number, file: { title } }: Step, difference: Difference): NearMiss => ({
  scenario: name,
  step: number,
  title,
  difference,
});

/** A step that was used, as the journal tells it, and what becomes of the response. */
interface PlayedStep {
  readonly trace: StepTrace;
  readonly fault: Fault | undefined;
}

/** All faults of a request, merged: delays are added, and the last failure counts. */
const mergeFaults = (played: readonly PlayedStep[]): Fault | undefined => {
  let merged: Fault | undefined;
  for (const { fault } of played)
    if (fault !== undefined)
      merged = { delay: (merged?.delay ?? 0) + fault.delay, failure: fault.failure ?? merged?.failure };
  return merged;
};

/** Scenario options of an engine. */
export interface ScenarioOptions {
  readonly scenarios: Pick<Scenarios, 'playsFor' | 'claim'>;
  /** Whether delays are waited for; `skip` is for tests of effects rather than timing. */
  readonly delays: 'real' | 'skip';
  readonly findHeaderFault?: FindHeaderFault | undefined;
  readonly templates?: OwnTemplates | undefined;
}

/** Plays scenarios for one request, whose steps for its operation it is given. */
export type StepPlayer = (plays: readonly Play[]) => Scripting;

const KEY = 'idempotency-key';

/** Not sent: this status only appears in the journal. */
const DROPPED: Answer = { reply: { status: 500, headers: {} }, source: 'scenario', isOffContract: true };

const NO_REFUSALS: ReadonlyMap<Step, string> = new Map();

export const createStepPlayer = (
  { scenarios, delays, findHeaderFault, templates }: ScenarioOptions,
  parts: MakeReplyParts & MeanwhileParts,
): StepPlayer => {
  const makeReply = createMakeReply({ ...parts, findHeaderFault });
  const playMeanwhile = createPlayMeanwhile(parts);

  const use = async (
    stage: ScriptStage,
    scenario: Scenario,
    { step, run, before }: ClaimedStep & { readonly step: Step },
    exchange: Routed,
    played: PlayedStep[],
  ): Promise<Answer | undefined> => {
    const { number, action, file } = step;
    const seed = `${run.chance}/${String(number)}/${String(usesOf(run, number))}`;
    const chance = createRandom(seed);
    const now = exchange.sandbox?.clock.now() ?? 0;
    const source = sourceOfUse(withGiven(sourceOf(exchange, templates), run), {
      now,
      random: chance.split('values'),
      state: before.state,
      secondsLeft: secondsLeft(scenario, before, now),
    });
    const meanwhile =
      file.meanwhile === undefined ? undefined : await playMeanwhile(file.meanwhile, scenario.name, exchange, source);
    const delay = step.delay?.(chance.split('delay')) ?? 0;
    const fault = toFault(step, delay, delays);
    played.push({
      trace: {
        ...{ scenario: scenario.name, step: number, title: file.title, stage, reply: action.kind },
        ...{ stateBefore: before.state, stateAfter: run.state },
        // As drawn; the wait itself may be skipped.
        ...{ delay, delaySkipped: delay > 0 && (fault?.delay ?? 0) === 0 },
        fault: typeof file.fault === 'string' ? file.fault : step.failure?.kind,
        meanwhile,
      },
      fault,
    });
    if (action.kind === 'pass') return undefined;
    if (action.kind === 'drop') return DROPPED;
    const title = `Step ${String(number)} of the scenario ${scenario.name}`;
    return makeReply(action.reply, { exchange, title, source, seed });
  };

  return (plays) => {
    const played: PlayedStep[] = [];
    /** What became of each scenario: its last near miss, and whether none of the steps that matched can be used again. */
    const told = plays.map(({ scenario }): { scenario: Scenario; miss?: NearMiss | undefined; isUsedUp?: boolean } => ({
      scenario,
    }));
    /** Steps of the stage `later` have been tried; a request refused by a check never gets that far. */
    let askedLater = false;

    /** A scenario with steps of both stages may have used one of them. */
    const withoutStep = () =>
      told.filter(({ scenario }) => !played.some(({ trace }) => trace.scenario === scenario.name));

    const exhausted = (): readonly string[] =>
      withoutStep()
        .filter(({ isUsedUp }) => isUsedUp)
        .map(({ scenario }) => scenario.name);

    const play: Scripting['play'] = async (stage, exchange) => {
      const { sandbox, operation, request } = exchange;
      if (sandbox === undefined) return undefined;
      if (stage === 'later') askedLater = true;
      const facts = factsOf(exchange);
      const maybeKey = takesKey(operation) ? request.headerLines(KEY)[0] : undefined;
      for (const [index, { scenario, isNamed, [stage]: all }] of plays.entries()) {
        const steps = all.filter((step) => documentsStatus(operation, step));
        if (steps.length === 0) continue;
        const comparisons = steps.map((step) => [step, compareConditions(step.conditions, facts)] as const);
        const fitting = comparisons.filter(([, { difference }]) => difference === undefined).map(([step]) => step);
        const taken =
          fitting.length === 0
            ? undefined
            : await scenarios.claim(sandbox, scenario, fitting, {
                isNamed,
                key: maybeKey === undefined ? undefined : `${operation.id} ${request.path} ${maybeKey}`,
                maybeReplayOf: stage === 'received' ? maybeKey : undefined,
                source: sourceOf(exchange, templates),
              });
        if (taken?.step !== undefined) {
          const answer = await use(stage, scenario, { ...taken, step: taken.step }, exchange, played);
          if (answer !== undefined) return answer;
          continue;
        }
        const miss = nearestMiss(scenario, comparisons, taken?.refusals ?? NO_REFUSALS);
        const isUsedUp = taken?.isExhausted === true || told[index]?.isUsedUp === true;
        told[index] = { scenario, miss, isUsedUp };
      }
      return undefined;
    };

    return {
      play,
      conclude: (endedAt, status) => {
        if (played.length === 0 && !askedLater)
          // The request did not pass a check before the steps.
          for (const [index, { scenario, later }] of plays.entries()) {
            const actual = `it ended in the stage ${endedAt} with ${String(status)}`;
            const difference = { at: 'stage', expected: 'a request that passes every check', actual };
            if (later[0] !== undefined)
              told[index] = { ...told[index], scenario, miss: toMiss(scenario, later[0], difference) };
          }
        const steps = played.map(({ trace: { scenario, step } }) => `${scenario}/${String(step)}`);
        const over = exhausted();
        return steps.length + over.length === 0 ? undefined : { steps, exhausted: over, fault: mergeFaults(played) };
      },
      trace: () => ({
        scenarios: plays.map(({ scenario }) => scenario.name),
        steps: played.map(({ trace }) => trace),
        exhausted: exhausted(),
        nearMisses: withoutStep().flatMap(({ miss = [] }) => miss),
      }),
    };
  };
};

const documentsStatus = (operation: Operation, { status }: Step): boolean =>
  status === undefined || findResponse(operation, status) !== undefined;

const takesKey = ({ parameters }: Operation): boolean =>
  parameters.some(({ in: place, name }) => place === 'header' && name === KEY);

const toFault = ({ failure }: Step, drawn: number, delays: ScenarioOptions['delays']): Fault | undefined => {
  const delay = delays === 'skip' ? 0 : drawn;
  // A slow body is a delay, too.
  const shown = delays === 'skip' && failure?.kind === 'slow-body' ? undefined : failure;
  return delay === 0 && shown === undefined ? undefined : { delay, failure: shown };
};

/**
 * Responds as a scenario step defines, for requests that have passed every check. A step with `pass` leaves the
 * response to the other responders; its delay and its fault are stored in the exchange.
 */
export const scriptedResponder: Responder = (exchange) => exchange.scripting?.play('later', exchange);
