import type { ScenarioControl } from '../../../control/scenarios/scenario-control.ts';
import type { ScenarioStatus } from '../../../engine/scenarios/scenario-status.ts';
import { type Schemas, defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NO_CONTENT, ok } from '../behaviour/usual-outcomes.ts';
import { refusingFaults } from './refused-file.ts';
import { textOf } from './scenario-text.ts';

/** The scenarios of a sandbox, in WireMock's terms where they fit. */
export const controlScenarios = ({ scenarios, read, toNextCall }: ScenarioControl) =>
  defineBehaviours({
    listScenarios: async ({ sandbox }) => ok({ data: (await scenarios.of(sandbox).list()).map(toShown) }),
    uploadScenario: async ({ sandbox, sent }) => {
      const file = await refusingFaults('scenario', () => read(textOf(sent), sandbox.inTurn));
      return { status: 201, body: toShown(await scenarios.of(sandbox).upload(file)) };
    },
    playNextCall: async ({ sandbox, body }) => ({
      status: 201,
      body: toShown(await scenarios.of(sandbox).playNext(await toNextCall(body))),
    }),
    getScenario: async ({ sandbox, path: { name } }) => ok(toShown(await scenarios.of(sandbox).show(name))),
    deleteScenario: async ({ sandbox, path: { name } }) => {
      await scenarios.of(sandbox).remove(name);
      return NO_CONTENT;
    },
    activateScenario: async ({ sandbox, path: { name } }) => ok(toShown(await scenarios.of(sandbox).activate(name))),
    deactivateScenario: async ({ sandbox, path: { name } }) =>
      ok(toShown(await scenarios.of(sandbox).deactivate(name))),
    setScenarioState: async ({ sandbox, path: { name }, body: { state } }) =>
      ok(toShown(await scenarios.of(sandbox).setState(name, state))),
    showExpectations: async ({ sandbox, path: { name } }) => ok(await scenarios.of(sandbox).expectations(name)),
    resetScenarios: async ({ sandbox }) => ok({ data: (await scenarios.of(sandbox).reset()).map(toShown) }),
  });

/** The engine does not know the kinds of fixtures that this API's scenarios start with. */
const toShown = (status: ScenarioStatus) => ({ ...status, given: status.given as Schemas['Scenario']['given'] });
