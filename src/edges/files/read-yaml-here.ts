import type { ReadYaml } from './read-yaml.ts';

/** In this thread: for files of the operator's own, and for short ones. The parser is loaded with the first file. */
export const readYamlHere: ReadYaml = async (text, file) => {
  const { parseLocatedYaml } = await import('./located-yaml.ts');
  const { value, placeOf } = parseLocatedYaml(text, file);
  return {
    value,
    // oxlint-disable-next-line typescript/require-await -- in a worker it takes a while
    placesOf: async (targets) => targets.map(placeOf),
  };
};
