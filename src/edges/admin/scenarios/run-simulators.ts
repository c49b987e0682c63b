import { simulate } from '../../../control/scenarios/simulate.ts';
import { SIMULATORS } from '../../../vat/simulators/simulators.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';

/** Triggers business outcomes on demand. */
export const runSimulators = defineBehaviours({
  listSimulators: () =>
    ok({
      data: [...SIMULATORS.values()].map(({ name, summary, requires, needs, takes }) => ({
        name,
        summary,
        requires,
        needs,
        takes,
      })),
    }),
  runSimulator: async ({ sandbox, path: { name }, body = {} }) => ok(await simulate(sandbox, name, body)),
});
