import { problem } from '../../../engine/problems/problem.ts';
import { varyWork } from '../../../engine/sandbox/vary-work.ts';
import type { Behaviour, Behaviours } from '../../../engine/responders/stateful.ts';
import { jsonContent } from '../../../kernel/http.ts';
import type { Simulator, Target } from '../../../vat/simulators/simulator.ts';
import { SIMULATORS } from '../../../vat/simulators/simulators.ts';
import { violation } from '../../../vat/violation.ts';
import { sandboxOf } from '../access/sandbox-of.ts';

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
  const simulator = SIMULATORS.get(name);
  if (simulator === undefined)
    throw problem('not-found', {
      detail: `There is no simulator "${name}"; there are ${[...SIMULATORS.keys()].join(', ')}.`,
    });
  const target = (exchange.input.body ?? {}) as Target;
  checkTarget(simulator, target);
  const events = await sandboxOf(exchange).transact(async (work) => {
    const caused: string[] = [];
    await simulator.run(
      varyWork(work, {
        emit: async (draft) => {
          const emitted = await work.emit(draft);
          caused.push(emitted.type);
          return emitted;
        },
      }),
      target,
    );
    return caused;
  });
  return { status: 200, headers: {}, content: jsonContent({ simulator: name, events }) };
};

/** Too much is an error as well as too little: a misspelt or misplaced member would otherwise pass in silence. */
const checkTarget = ({ name, needs, takes }: Simulator, target: Target): void => {
  for (const member of needs)
    if (target[member] === undefined) throw violation(member, `is required by the simulator ${name}`, null);
  for (const [member, value] of Object.entries(target))
    if (!needs.includes(member as keyof Target) && !takes.includes(member as keyof Target))
      throw violation(member, `is not taken by the simulator ${name}`, value);
};

/** Business outcomes on demand. */
export const runSimulators: Behaviours = { listSimulators, runSimulator };
