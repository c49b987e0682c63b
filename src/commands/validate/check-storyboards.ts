import type { StoryboardWords } from '../../control/storyboards/storyboard-words.ts';
import { loadAdminContract, loadOwnContract } from '../../edges/files/load-own-contract.ts';
import { loadStoryboards, readStoryboard } from '../../edges/files/storyboard-files.ts';
import { readTextFile } from '../../edges/files/yaml-folder.ts';
import { createScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';

let made: Promise<StoryboardWords> | undefined;

const storyboardWords = (): Promise<StoryboardWords> =>
  (made ??= Promise.all([loadOwnContract(), loadAdminContract()]).then(([{ contract }, adminContract]) => ({
    service: createScenarioSchema({ contract }),
    control: createScenarioSchema({ contract: adminContract }),
  })));

/** @throws {@link FileError} */
export const checkStoryboardFile = async (file: string): Promise<void> => {
  await readStoryboard(await readTextFile(file), file, { words: await storyboardWords() });
};

/** @throws {@link FileError} with the faults of all files */
export const checkStoryboardFolder = async (folder: string): Promise<void> => {
  await loadStoryboards(folder, await storyboardWords());
};
