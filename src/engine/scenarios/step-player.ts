import { compareConditions, type Difference } from '../matching/condition.ts';
import { type Facts, factsOf } from '../matching/facts.ts';
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

/** The result of comparing a request with the conditions of a step. */
interface Comparison {
  readonly step: Step;
  readonly fits: boolean;
  /** Fraction of the conditions that are met. */
  readonly closeness: number;
  /** Undefined if all are met. */
  readonly difference: Difference | undefined;
}

const compare = (step: Step, facts: Facts): Comparison => {
  const { conditions } = step;
  const { held, difference } = compareConditions(conditions, facts);
  const closeness = conditions.length === 0 ? 1 : held / conditions.length;
  return { step, fits: difference === undefined, closeness, difference };
};

/** The conditions match, but the step was not used because of its state, count or repetition. */
const refused = (reason: string): Difference => ({ at: 'use', expected: 'the step is free', actual: reason });

/** The closest unused step: the one with the largest fraction of conditions met, the earliest among equals. */
const nearestMiss = (
  { name }: Scenario,
  comparisons: readonly Comparison[],
  refusals: ReadonlyMap<Step, string>,
): NearMiss | undefined => {
  let best: Comparison | undefined;
  for (const comparison of comparisons)
    if (best === undefined || comparison.closeness > best.closeness) best = comparison;
  if (best === undefined) return undefined;
  const { step, difference = refused(refusals.get(step) ?? 'an earlier step was used') } = best;
  return toMiss(name, step, difference);
};

/** For a step after a check that the request did not pass. */
const missBehindGate = ({ name }: Scenario, step: Step, endedAt: string, status: number): NearMiss =>
  toMiss(name, step, {
    at: 'stage',
    expected: 'a request that passes every check',
    actual: `it ended in the stage ${endedAt} with ${String(status)}`,
  });

const toMiss = (scenario: string, step: Step, difference: Difference): NearMiss => ({
  scenario,
  step: step.number,
  title: step.file.title,
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
    const misses: NearMiss[] = [];
    const usedUp: string[] = [];
    /** Steps of the stage `later` have been tried; a request refused by a check never gets that far. */
    let askedLater = false;

    const hasPlayed = (name: string): boolean => played.some(({ trace: { scenario } }) => scenario === name);

    /** One with steps of both stages may have used one of them. */
    const exhausted = (): readonly string[] => [...new Set(usedUp.filter((name) => !hasPlayed(name)))];

    const play: Scripting['play'] = async (stage, exchange) => {
      const { sandbox, operation, request } = exchange;
      if (sandbox === undefined) return undefined;
      if (stage === 'later') askedLater = true;
      const facts = factsOf(exchange);
      const maybeKey = takesKey(operation) ? request.headerLines(KEY)[0] : undefined;
      for (const { scenario, isNamed = false, [stage]: all } of plays) {
        const steps = all.filter((step) => documentsStatus(operation, step));
        if (steps.length === 0) continue;
        const comparisons = steps.map((step) => compare(step, facts));
        const fitting = comparisons.filter(({ fits }) => fits).map(({ step }) => step);
        let refusals = NO_REFUSALS;
        if (fitting.length > 0) {
          const taken = await scenarios.claim(sandbox, scenario, fitting, {
            isNamed,
            key: maybeKey === undefined ? undefined : `${operation.id} ${request.path} ${maybeKey}`,
            maybeReplayOf: stage === 'received' ? maybeKey : undefined,
            source: sourceOf(exchange, templates),
          });
          ({ refusals } = taken);
          if (taken.isExhausted) usedUp.push(scenario.name);
          const { step } = taken;
          if (step !== undefined) {
            const answer = await use(stage, scenario, { ...taken, step }, exchange, played);
            if (answer !== undefined) return answer;
            continue;
          }
        }
        const miss = nearestMiss(scenario, comparisons, refusals);
        if (miss !== undefined) misses.push(miss);
      }
      return undefined;
    };

    return {
      play,
      conclude: (endedAt, status) => {
        const steps = played.map(({ trace: { scenario, step } }) => `${scenario}/${String(step)}`);
        if (steps.length === 0 && !askedLater)
          for (const { scenario, later } of plays)
            if (later[0] !== undefined) misses.push(missBehindGate(scenario, later[0], endedAt, status));
        const over = exhausted();
        return steps.length + over.length === 0 ? undefined : { steps, exhausted: over, fault: mergeFaults(played) };
      },
      trace: () => ({
        scenarios: plays.map(({ scenario }) => scenario.name),
        steps: played.map(({ trace }) => trace),
        exhausted: exhausted(),
        nearMisses: misses.filter(({ scenario }, index) => {
          // A scenario tried at both stages is reported once, with its last result.
          const isLast = !misses.slice(index + 1).some((other) => other.scenario === scenario);
          return isLast && !hasPlayed(scenario);
        }),
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
