import { compareConditions, type Difference, factsOf } from '../matching/condition.ts';
import type { Scenario, Step, Play } from './scenario.ts';
import type { Fault } from '../../kernel/http.ts';
import { createRandom } from '../../kernel/random.ts';
import { findResponse, takes } from '../contract/contract.ts';
import type { NearMiss, Responder, Routed, Scripting, ScriptStage, StepTrace } from '../exchange/exchange.ts';
import type { Answer } from '../message/message.ts';
import { withGiven } from './given.ts';
import type { FindHeaderFault } from './header-rule.ts';
import { createMakeReply } from './reply.ts';
import { createPlayMeanwhile } from './play-meanwhile.ts';
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
  refusals?: ReadonlyMap<Step, string>,
): NearMiss | undefined => {
  const closenessOf = ([{ conditions }, { held, difference }]: (typeof comparisons)[number]): number =>
    difference === undefined ? 1 : held / conditions.length;
  const [best] = comparisons.toSorted((one, other) => closenessOf(other) - closenessOf(one));
  if (best === undefined) return undefined;
  const [step, { difference }] = best;
  const actual = refusals?.get(step) ?? 'an earlier step was used';
  return toMiss(scenario, step, difference ?? { at: 'use', expected: 'the step is free', actual });
};

const toMiss = ({ name }: Scenario, { number, file: { title } }: Step, difference: Difference): NearMiss => ({
  scenario: name,
  step: number,
  title,
  difference,
});

/** Scenario options of an engine. */
export interface ScenarioOptions {
  readonly scenarios: Pick<Scenarios, 'playsFor' | 'claim'>;
  /** Whether delays are waited for; `skip` is for tests of effects rather than timing. */
  readonly delays: 'real' | 'skip';
  readonly findHeaderFault?: FindHeaderFault | undefined;
  readonly templates?: OwnTemplates | undefined;
}

const KEY = 'idempotency-key';

/** Not sent: this status only appears in the journal. */
const DROPPED: Answer = { reply: { status: 500, headers: {} }, source: 'scenario', isOffContract: true };

/** Plays scenarios for one request, whose steps for its operation it is given. */
export const createStepPlayer = (
  { scenarios, delays, findHeaderFault, templates }: ScenarioOptions,
  parts: Parameters<typeof createMakeReply>[0] & Parameters<typeof createPlayMeanwhile>[0],
): ((plays: readonly Play[]) => Scripting) => {
  const makeReply = createMakeReply({ ...parts, findHeaderFault });
  const playMeanwhile = createPlayMeanwhile(parts);

  return (plays) => {
    const played: StepTrace[] = [];
    /** All faults of the request, merged: delays are added, and the last failure counts. */
    let fault: Fault | undefined;
    /** By scenario. */
    const misses = new Map<string, NearMiss | undefined>();
    /** Scenarios in which none of the steps that matched can be used again. */
    const usedUp = new Set<string>();
    /** Steps of the stage `later` have been tried; a request refused by a check never gets that far. */
    let askedLater = false;

    /** A scenario with steps of both stages may have used one of them. */
    const withoutStep = (): readonly string[] =>
      plays.map(({ scenario }) => scenario.name).filter((name) => !played.some(({ scenario }) => scenario === name));

    const exhausted = (): readonly string[] => withoutStep().filter((name) => usedUp.has(name));

    const use = async (
      stage: ScriptStage,
      scenario: Scenario,
      { step, run, before }: ClaimedStep & { readonly step: Step },
      exchange: Routed,
    ): Promise<Answer | undefined> => {
      const { number, action, file } = step;
      const seed = `${run.chance}/${number}/${usesOf(run, number)}`;
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
      const isDelayed = delays === 'real';
      played.push({
        scenario: scenario.name,
        step: number,
        title: file.title,
        stage,
        reply: action.kind,
        stateBefore: before.state,
        stateAfter: run.state,
        // As drawn; the wait itself may be skipped.
        delay,
        delaySkipped: delay > 0 && !isDelayed,
        fault: typeof file.fault === 'string' ? file.fault : step.failure?.kind,
        meanwhile,
      });
      // A slow body is a delay, too.
      const failure = isDelayed || step.failure?.kind !== 'slow-body' ? step.failure : undefined;
      const wait = isDelayed ? delay : 0;
      if (wait > 0 || failure !== undefined)
        fault = { delay: (fault?.delay ?? 0) + wait, failure: failure ?? fault?.failure };
      if (action.kind !== 'reply') return action.kind === 'drop' ? DROPPED : undefined;
      const title = `Step ${number} of the scenario ${scenario.name}`;
      return makeReply(action.reply, { exchange, title, source, seed });
    };

    const play: Scripting['play'] = async (stage, exchange) => {
      const { sandbox, operation, request } = exchange;
      if (sandbox === undefined) return undefined;
      if (stage === 'later') askedLater = true;
      const facts = factsOf(exchange);
      const maybeKey = takes(operation, 'header', KEY) ? request.headerLines(KEY)[0] : undefined;
      for (const { scenario, isNamed, [stage]: all } of plays) {
        const steps = all.filter(({ status }) => status === undefined || findResponse(operation, status) !== undefined);
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
          const answer = await use(stage, scenario, { ...taken, step: taken.step }, exchange);
          if (answer !== undefined) return answer;
          continue;
        }
        misses.set(scenario.name, nearestMiss(scenario, comparisons, taken?.refusals));
        if (taken?.isExhausted === true) usedUp.add(scenario.name);
      }
      return undefined;
    };

    return {
      play,
      conclude: (endedAt, status) => {
        if (played.length === 0 && !askedLater)
          // The request did not pass a check before the steps.
          for (const { scenario, later } of plays) {
            const actual = `it ended in the stage ${endedAt} with ${status}`;
            const difference = { at: 'stage', expected: 'a request that passes every check', actual };
            if (later[0] !== undefined) misses.set(scenario.name, toMiss(scenario, later[0], difference));
          }
        const steps = played.map(({ scenario, step }) => `${scenario}/${step}`);
        const over = exhausted();
        return steps.length + over.length === 0 ? undefined : { steps, exhausted: over, fault };
      },
      trace: () => ({
        scenarios: plays.map(({ scenario }) => scenario.name),
        steps: played,
        exhausted: exhausted(),
        nearMisses: withoutStep().flatMap((name) => misses.get(name) ?? []),
      }),
    };
  };
};

/**
 * Responds as a scenario step defines, for requests that have passed every check. A step with `pass` leaves the
 * response to the other responders; its delay and its fault are stored in the exchange.
 */
export const scriptedResponder: Responder = (exchange) => exchange.scripting?.play('later', exchange);
