import { andThen } from '../../kernel/and-then.ts';
import type { NearMiss, Routed, ScriptStage, ScriptTrace, StepTrace } from '../exchange/exchange.ts';
import type { Play } from '../scenarios/scenario.ts';
import { noSandboxForScenario } from '../scenarios/scenarios.ts';
import { type Added, type EngineParts, type Finish, explained } from './engine-parts.ts';

/** Header that selects a scenario for one request; the scenario need not be active. */
const HEADER = 'x-mock-scenario';

/**
 * Finds the scenarios that apply to the request, and plays their steps with `at: received` before every check, as a
 * proxy in front of the service would. Ends with 400 for an unknown scenario, or as a step says.
 */
export const playReceivedSteps = explained(
  {
    rule: 'Scenario steps with "at: received" run before every check.',
    passed: ({ script, endedAt }) => narrateScript(script, 'received', endedAt !== 'respond'),
  },
  ({ scripting: options, stepPlayer }: EngineParts) => {
    const scenarios = options?.scenarios;
    return (exchange: Routed) => {
      const { sandbox, operation, request } = exchange;
      const named = request.header(HEADER);
      if (scenarios === undefined || stepPlayer === undefined || sandbox === undefined) {
        if (named !== undefined) throw noSandboxForScenario();
        return undefined;
      }
      const begin = (plays: readonly Play[]): Added | undefined | Promise<Added> => {
        if (plays.length === 0) return undefined;
        const scripting = stepPlayer(plays);
        if (plays.every(({ received }) => received.length === 0)) return { scripting };
        return scripting.play('received', { ...exchange, scripting }).then((answer) => ({ ...answer, scripting }));
      };
      return andThen(scenarios.playsFor(sandbox, operation.id, named), begin);
    };
  },
);

/**
 * Applies the faults of the matched steps. Runs after the response was stored, so that a client can repeat a request
 * whose response was lost. A header names the step, another one the scenarios that have none left.
 */
export const applyFaults: Finish = ({ scripting, reply, endedAt }) => {
  const performance = scripting?.conclude(endedAt, reply.status);
  if (performance === undefined) return undefined;
  const { steps, exhausted, fault } = performance;
  const headers = {
    ...reply.headers,
    ...(steps.length === 0 ? {} : { 'x-mock-scenario': steps.join(', ') }),
    ...(exhausted.length === 0 ? {} : { 'x-mock-scenario-exhausted': exhausted.join(', ') }),
  };
  return { reply: { ...reply, headers, ...(fault === undefined ? {} : { fault }) } };
};

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
    `step ${step.step} of the scenario ${step.scenario}${step.title === undefined ? '' : ` (${step.title})`}`,
    step.meanwhile === undefined ? undefined : `meanwhile ${step.meanwhile}`,
    step.reply === 'pass' ? 'left the answer to the others' : undefined,
    step.delay > 0 ? `held it back ${step.delay} ms${step.delaySkipped ? ', which was skipped' : ''}` : undefined,
    step.fault === undefined ? undefined : `fault ${step.fault}`,
    step.stateAfter === step.stateBefore ? undefined : `moved from ${step.stateBefore} to ${step.stateAfter}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');

const narrateExhausted = (scenario: string): string =>
  `the scenario ${scenario} is exhausted: no step that matches can be used again; activate it again to start it anew`;

export const narrateMiss = ({ scenario, step, title, difference: { at, expected, actual } }: NearMiss): string =>
  `no step of the scenario ${scenario} was used; the closest is step ${step}${title === undefined ? '' : ` (${title})`}: ${at}: expected ${expected}, but ${actual}`;
