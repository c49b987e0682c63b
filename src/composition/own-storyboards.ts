import { createReloadReport } from '../edges/files/yaml-folder.ts';
import { type OpenedStoryboards, openStoryboards } from '../edges/files/storyboard-files.ts';
import { readYamlApart } from '../edges/workers/read-yaml-apart.ts';
import { createScenarioSchema } from '../engine/scenarios/scenario-schema.ts';
import { once } from '../kernel/caches.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** Storyboards of the package and of the user's folder, whose calls are those of the API and of the control API. */
export const openOwnStoryboards = ({
  config,
  contract,
  adminContract,
  after,
  slicedWork,
  observer,
  api,
}: RuntimeContext): Promise<OpenedStoryboards> =>
  openStoryboards({
    folder: config.storyboards,
    hasLibrary: api.hasLibrary,
    words: once(() => ({
      service: createScenarioSchema({ contract }),
      control: createScenarioSchema({ contract: adminContract }),
    })),
    after,
    readYaml: readYamlApart,
    pauses: slicedWork.pauses,
    reloaded: createReloadReport(observer, 'storyboards'),
  });
