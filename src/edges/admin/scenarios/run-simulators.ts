import type { Behaviour, Behaviours } from '../../../engine/responders/stateful.ts';
import { jsonContent } from '../../../kernel/http.ts';
import type { Target } from '../../../vat/simulators/simulator.ts';
import { SIMULATORS } from '../../../vat/simulators/simulators.ts';
import { sandboxOf } from '../access/sandbox-of.ts';
import { simulate } from '../../../control/scenarios/simulate.ts';

const listSimulators: Behaviour = () => ({
  status: 200,
  headers: {},
  content: jsonContent({
    data: [...SIMULATORS.values()].map(({ name, summary, requires, needs, takes }) => ({
      name,
      summary,
      requires,
      needs,
      takes,
    })),
  }),
});

const runSimulator: Behaviour = async (exchange) => {
  const { name = '' } = exchange.pathParameters;
  const target = (exchange.input.body ?? {}) as Target;
  return { status: 200, headers: {}, content: jsonContent(await simulate(sandboxOf(exchange), name, target)) };
};

/** Business outcomes on demand. */
export const runSimulators: Behaviours = { listSimulators, runSimulator };
