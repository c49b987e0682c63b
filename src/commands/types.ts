import { loadOwnContract } from '../edges/files/load-own-contract.ts';
import { toTypeScript } from '../engine/contract/to-typescript.ts';
import { loadContract } from '../engine/validation/load-contract.ts';
import type { Command } from './command-line/command.ts';
import { EXIT } from './terminal/exit-codes.ts';

export const command: Command = {
  about: `Prints TypeScript types of OpenAPI descriptions (by default, of the bundled one): the interface Api for your own behaviours, and
a type for each schema.

  vatmock types openapi.yaml > api-types.ts`,
  flags: {},
  notes: 'Exit codes: 0 success, 1 the description cannot be loaded, 2 invalid command line.',
  wordChoices: 'files',
  run: async ({ words: files }, { print }) => {
    print(toTypeScript(files.length === 0 ? await loadOwnContract() : await loadContract(files, { trusted: false })));
    return EXIT.ok;
  },
};
