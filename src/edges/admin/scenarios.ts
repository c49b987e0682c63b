import type { ControlServices } from '../../control/control-services.ts';
import { simulate } from '../../control/scenarios/simulate.ts';
import { SIMULATORS } from '../../vat/simulators/simulators.ts';
import { defineBehaviours } from './behaviour/control-behaviour.ts';
import { NO_CONTENT, ok } from './behaviour/outcomes.ts';
import { diagnosticsOf, refusingFaults, textOf } from './behaviour/uploaded-file.ts';

/** What makes things happen in a sandbox: scenarios in WireMock's terms where they fit, simulators, and moves of an order. */
export const scenarioOperations = ({ scripting, moves }: Pick<ControlServices, 'scripting' | 'moves'>) => {
  const { scenarios, read, toNextCall, readText, schema, words } = scripting;
  return defineBehaviours({
    listScenarios: async ({ sandbox }) => ok({ data: await scenarios.of(sandbox).list() }),
    uploadScenario: async ({ sandbox, sent }) => {
      const file = await refusingFaults('scenario', () => read(textOf(sent), sandbox.inTurn));
      return { status: 201, body: await scenarios.of(sandbox).upload(file) };
    },
    playNextCall: async ({ sandbox, body }) => ({
      status: 201,
      body: await scenarios.of(sandbox).playNext(await toNextCall(body)),
    }),
    getScenario: async ({ sandbox, path: { name } }) => ok(await scenarios.of(sandbox).show(name)),
    deleteScenario: async ({ sandbox, path: { name } }) => {
      await scenarios.of(sandbox).remove(name);
      return NO_CONTENT;
    },
    activateScenario: async ({ sandbox, path: { name } }) => ok(await scenarios.of(sandbox).activate(name)),
    deactivateScenario: async ({ sandbox, path: { name } }) => ok(await scenarios.of(sandbox).deactivate(name)),
    setScenarioState: async ({ sandbox, path: { name }, body: { state } }) =>
      ok(await scenarios.of(sandbox).setState(name, state)),
    showExpectations: async ({ sandbox, path: { name } }) => ok(await scenarios.of(sandbox).expectations(name)),
    resetScenarios: async ({ sandbox }) => ok({ data: await scenarios.of(sandbox).reset() }),

    // What an editor of scenarios needs: their text, their schema and their faults.
    validateScenario: async ({ sandbox, sent }) => {
      const { value, diagnostics } = await diagnosticsOf(() => read(textOf(sent), sandbox.inTurn));
      return ok({ valid: value !== undefined, name: value?.scenario ?? null, diagnostics });
    },
    getScenarioSource: async ({ sandbox, path: { name } }) => {
      const scenario = await scenarios.of(sandbox).find(name);
      const { place } = scenario;
      const origin = place === undefined ? ('uploaded' as const) : ('file' as const);
      return ok({ name, origin, area: place?.area ?? null, text: await readText(scenario) });
    },
    getScenarioSchema: async () => ok({ schema: schema(), words: await words() }),

    // Business outcomes on demand.
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

    // What can happen to an order next, and getting it there.
    listOrderMoves: async ({ sandbox, path: { uuid }, origin }) => ok(await moves.next(sandbox, uuid, origin)),
    goToStatus: async ({ sandbox, path: { uuid }, body, origin }) => ok(await moves.goTo(sandbox, uuid, body, origin)),
  });
};
