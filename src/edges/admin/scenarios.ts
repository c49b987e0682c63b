import type { ControlServices } from '../../control/control-services.ts';
import { listViesOutages } from '../../control/read-model/buyers.ts';
import { simulate } from '../../control/scenarios/trigger.ts';
import { STORY_PLACEHOLDERS, operationsOf } from '../../control/show/storyboard.ts';
import { SIMULATORS } from '../../vat/simulators/simulators.ts';
import { defineBehaviours } from './behaviour/control-behaviour.ts';
import { refusingFaults, textOf, validityOf } from './behaviour/uploaded-file.ts';

/** What makes things happen in a sandbox: scenarios in WireMock's terms where they fit, simulators, and moves of an order. */
export const scenarioOperations = ({ scripting, storyboards, moves }: ControlServices) => {
  const { scenarios, read, toNextCall, readText } = scripting;
  return defineBehaviours({
    listScenarios: async ({ sandbox }) => ({ data: await scenarios.of(sandbox).list() }),
    uploadScenario: async ({ sandbox, sent }) => {
      const file = await refusingFaults('scenario', () => read(textOf(sent), sandbox.inTurn));
      return scenarios.of(sandbox).upload(file);
    },
    playNextCall: async ({ sandbox, body }) => scenarios.of(sandbox).playNext(await toNextCall(body)),
    getScenario: async ({ sandbox, path: { name } }) => {
      const own = scenarios.of(sandbox);
      return { ...(await own.show(name)), text: await readText(await own.find(name)) };
    },
    deleteScenario: ({ sandbox, path: { name } }) => scenarios.of(sandbox).remove(name),
    activateScenario: async ({ sandbox, path: { name }, body: { state } = {} }) => {
      const own = scenarios.of(sandbox);
      if (state === undefined) return own.activate(name);
      const { active, states } = await own.show(name);
      // An unknown one is refused before anything begins.
      if (!active && states.includes(state)) await own.activate(name);
      return own.setState(name, state);
    },
    deactivateScenario: ({ sandbox, path: { name } }) => scenarios.of(sandbox).deactivate(name),
    getVerdict: ({ sandbox, path: { name } }) => scenarios.of(sandbox).expectations(name),

    // What an editor of scenarios needs: their text, their schema and their faults.
    validateScenario: ({ sandbox, sent }) =>
      validityOf(
        () => read(textOf(sent), sandbox.inTurn),
        ({ scenario }) => scenario,
      ),
    getFileSchemas: async () => {
      const words = await storyboards.words();
      return {
        scenario: { schema: scripting.schema(), words: await scripting.words() },
        storyboard: {
          schema: storyboards.schema(),
          words: {
            operations: operationsOf(words, 'service', false),
            controls: [...operationsOf(words, 'control', false), ...operationsOf(words, 'control', true)],
            placeholders: [...STORY_PLACEHOLDERS],
          },
        },
      };
    },

    // Business outcomes on demand.
    listSimulators: async ({ anySandbox }) => ({
      data: [...SIMULATORS.values()].map(({ name, summary, requires, needs, takes }) => ({
        name,
        summary,
        requires,
        needs,
        takes,
      })),
      vies: anySandbox === undefined ? null : await listViesOutages(anySandbox),
    }),
    runSimulator: ({ sandbox, path: { name }, body = {} }) => simulate(sandbox, name, body),

    // What can happen to an order next, and getting it there.
    listOrderMoves: ({ sandbox, path: { uuid }, origin }) => moves.next(sandbox, uuid, origin),
    goToStatus: ({ sandbox, path: { uuid }, body, origin }) => moves.goTo(sandbox, uuid, body, origin),
  });
};
