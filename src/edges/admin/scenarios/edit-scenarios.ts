import type { ScenarioControl } from '../../../control/scenarios/scenario-control.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';
import { diagnosticsOf } from './refused-file.ts';
import { textOf } from './scenario-text.ts';

/** What an editor of scenarios needs: their text, their schema and their faults. */
export const editScenarios = ({ scenarios, read, readText, schema, words }: ScenarioControl) =>
  defineBehaviours({
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
  });
