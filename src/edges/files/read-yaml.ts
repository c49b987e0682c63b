import type { Place, Target } from './located-yaml.ts';
import type { Json } from '../../kernel/json.ts';

/** Plain data of a file. */
interface ReadFile {
  readonly value: Json;
  /** Where in the text they are; of what does not exist, where its parent is. */
  readonly placesOf: (targets: readonly Target[]) => Promise<readonly Place[]>;
}

/**
 * Parses YAML, or JSON, which is a subset of YAML.
 *
 * @throws {@link FileError} with file, line, column and a remedy for each fault
 */
export type ReadYaml = (text: string, file: string) => Promise<ReadFile>;

/** In this thread: for files of the operator's own, and for short ones. The parser is loaded with the first file. */
export const readYamlHere = async (text: string, file: string, mostNodes?: number): ReturnType<ReadYaml> => {
  const { parseLocatedYaml } = await import('./located-yaml.ts');
  const { value, placeOf } = parseLocatedYaml(text, file, mostNodes);
  return {
    value,
    // oxlint-disable-next-line typescript/require-await -- in a worker it takes a while
    placesOf: async (targets) => targets.map(placeOf),
  };
};
