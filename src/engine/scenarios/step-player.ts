import type { Fault } from '../../kernel/http.ts';
import { createRandom } from '../../kernel/random.ts';
import type { Operation } from '../contract/contract.ts';
import { findResponse } from '../contract/find-response.ts';
import type { Performance, Routed, Scripting } from '../exchange/exchange.ts';
import type { ScriptStage, ScriptTrace, StepTrace } from '../exchange/script-trace.ts';
import { factsOf } from '../matching/facts.ts';
import type { Answer } from '../message/answer.ts';
import { withGiven } from './given.ts';
import type { MakeReply } from './make-reply.ts';
import { compare, missBehindGate, nearestMiss } from './near-miss.ts';
import type { PlayMeanwhile } from './play-meanwhile.ts';
import { usesOf } from './run.ts';
import type { Scenario, Step } from './scenario.ts';
import type { Scenarios, ClaimedStep } from './scenarios.ts';
import { type ScriptRecord, exhaustedOf, faultOf, type PlayedStep } from './script-record.ts';
import { sourceOf, sourceOfUse } from './source.ts';
import type { OwnTemplates } from './template.ts';
import { secondsLeft } from './timeline.ts';

/** Whether delays are waited for; `skip` is for tests of effects rather than timing. */
export type Delays = 'real' | 'skip';

export interface StepPlayer {
  /** Starts playing scenarios for one request, using its record. */
  readonly begin: (record: ScriptRecord) => Scripting;
}

interface StepPlayerParts {
  readonly scenarios: Pick<Scenarios, 'claim'>;
  readonly makeReply: MakeReply;
  readonly playMeanwhile: PlayMeanwhile;
  readonly delays: Delays;
  readonly templates?: OwnTemplates | undefined;
}

const KEY = 'idempotency-key';

/** Not sent: this status only appears in the journal. */
const DROPPED: Answer = { reply: { status: 500, headers: {} }, source: 'scenario', isOffContract: true };

const NO_REFUSALS: ReadonlyMap<Step, string> = new Map();

export const createStepPlayer = ({
  scenarios,
  makeReply,
  playMeanwhile,
  delays,
  templates,
}: StepPlayerParts): StepPlayer => {
  const use = async (
    stage: ScriptStage,
    scenario: Scenario,
    { step, run, before }: ClaimedStep & { readonly step: Step },
    exchange: Routed,
    record: ScriptRecord,
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
    record.played.push({
      scenario: scenario.name,
      step,
      stage,
      stateBefore: before.state,
      stateAfter: run.state,
      delay,
      fault: toFault(step, delay, delays),
      meanwhile,
    });
    if (action.kind === 'pass') return undefined;
    if (action.kind === 'drop') return DROPPED;
    return makeReply(action.reply, {
      exchange,
      title: `Step ${String(number)} of the scenario ${scenario.name}`,
      source,
      seed,
    });
  };

  const play = async (stage: ScriptStage, record: ScriptRecord, exchange: Routed): Promise<Answer | undefined> => {
    const { sandbox, operation, request } = exchange;
    if (sandbox === undefined) return undefined;
    if (stage === 'later') record.askedLater = true;
    const facts = factsOf(exchange);
    const maybeKey = takesKey(operation) ? request.headerLines(KEY)[0] : undefined;
    for (const { scenario, isNamed = false, [stage]: all } of record.plays) {
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
        if (taken.isExhausted) record.exhausted.push(scenario.name);
        const { step } = taken;
        if (step !== undefined) {
          const answer = await use(stage, scenario, { ...taken, step }, exchange, record);
          if (answer !== undefined) return answer;
          continue;
        }
      }
      const miss = nearestMiss(scenario, comparisons, refusals);
      if (miss !== undefined) record.misses.push(miss);
    }
    return undefined;
  };

  return {
    begin: (record) => ({
      play: (stage, exchange) => play(stage, record, exchange),
      conclude: (endedAt, status) => conclude(record, endedAt, status),
      trace: () => traceOf(record),
    }),
  };
};

/** Records near misses for the later steps that a refused request did not reach. */
const conclude = (record: ScriptRecord, endedAt: string, status: number): Performance | undefined => {
  const { plays, played, misses, askedLater } = record;
  const exhausted = exhaustedOf(record);
  const steps = played.map(({ scenario, step }) => `${scenario}/${String(step.number)}`);
  if (steps.length === 0 && !askedLater)
    for (const { scenario, later } of plays)
      if (later[0] !== undefined) misses.push(missBehindGate(scenario, later[0], endedAt, status));
  return steps.length + exhausted.length === 0 ? undefined : { steps, exhausted, fault: faultOf(record) };
};

const documentsStatus = (operation: Operation, { status }: Step): boolean =>
  status === undefined || findResponse(operation, status) !== undefined;

const takesKey = ({ parameters }: Operation): boolean =>
  parameters.some(({ in: place, name }) => place === 'header' && name === KEY);

const toFault = ({ failure }: Step, drawn: number, delays: Delays): Fault | undefined => {
  const delay = delays === 'skip' ? 0 : drawn;
  // A slow body is a delay, too.
  const shown = delays === 'skip' && failure?.kind === 'slow-body' ? undefined : failure;
  return delay === 0 && shown === undefined ? undefined : { delay, failure: shown };
};

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
