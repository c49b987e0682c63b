import { andThen } from '../../kernel/and-then.ts';
import type { Routed } from '../exchange/exchange.ts';
import type { Play } from '../scenarios/scenario.ts';
import { noSandboxForScenario } from '../scenarios/scenarios.ts';
import type { Added, Check, EngineParts, Finish } from './engine-parts.ts';

/** Header that selects a scenario for one request; the scenario need not be active. */
const HEADER = 'x-mock-scenario';

/**
 * Finds the scenarios that apply to the request, and plays their steps with `at: received` before every check, as a
 * proxy in front of the service would. Ends with 400 for an unknown scenario, or as a step says.
 */
export const playReceivedSteps = ({
  scripting: options,
  stepPlayer,
}: Pick<EngineParts, 'scripting' | 'stepPlayer'>): Check<Routed> => {
  const scenarios = options?.scenarios;
  return (exchange) => {
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
};

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
