import { andThen } from '../../kernel/and-then.ts';
import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Authenticated, Routed } from '../exchange/exchange.ts';
import { type Halt, type Stage, halt } from '../pipeline/pipeline.ts';
import type { Play } from '../scenarios/scenario.ts';
import { beginRecord } from '../scenarios/step-player.ts';
import { noSandboxForScenario } from '../scenarios/scenarios.ts';

/** Header that selects a scenario for one request; the scenario need not be active. */
const HEADER = 'x-mock-scenario';

type Needs = Routed & Pick<Authenticated, 'caller' | 'sandbox' | 'enteredAt'>;
type Added = Pick<Authenticated, 'scripting'>;

const NOTHING: Added = { scripting: undefined };

/**
 * Finds the scenarios that apply to the request, and plays their steps with `at: received` before every check, as a
 * proxy in front of the service would. Ends with 400 for an unknown scenario, or as a step says.
 */
export const playReceivedSteps = ({ scenarios, stepPlayer }: EngineParts): Stage<Needs, Added> => ({
  name: 'play-received-steps',
  run: (exchange) => {
    const { sandbox, operation, request } = exchange;
    const named = request.header(HEADER);
    if (scenarios === undefined || stepPlayer === undefined || sandbox === undefined) {
      if (named !== undefined) throw noSandboxForScenario();
      return NOTHING;
    }
    const begin = (plays: readonly Play[]): Added | Promise<Added | Halt> => {
      if (plays.length === 0) return NOTHING;
      const scripting = stepPlayer.begin(beginRecord(plays));
      if (plays.every(({ received }) => received.length === 0)) return { scripting };
      return (
        scripting
          .play('received', { ...exchange, scripting })
          // A response carries `scripting` along, for the faults and the journal.
          .then((answer) => (answer === undefined ? { scripting } : halt({ ...answer, ...{ scripting } })))
      );
    };
    return andThen(scenarios.playsFor(sandbox, operation.id, named), begin);
  },
});
