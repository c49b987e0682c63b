import { loadOwnContract } from '../edges/files/load-own-contract.ts';
import { toTypeScript } from '../engine/contract/to-typescript.ts';
import { loadContract } from '../engine/validation/load-contract.ts';
import type { Command } from './command-line/command.ts';
import { explainFailure } from './serve.ts';
import { EXIT } from './terminal/exit-codes.ts';
import { UsageError } from './terminal/usage-error.ts';

export const types: Command = {
  about: `Prints TypeScript types of an OpenAPI description (by default, of the bundled one): the interface Api for your own behaviours, and
a type for each schema.

  vatmock types openapi.yaml > api-types.ts`,
  flags: {},
  notes: 'Exit codes: 0 success, 1 the description cannot be loaded, 2 invalid command line.',
  wordChoices: 'files',
  run: ({ words: [file, ...others] }, terminal) => {
    if (others.length > 0) throw new UsageError('types takes one description');
    return explainFailure(terminal, async () => {
      const own = file === undefined;
      terminal.print(toTypeScript(own ? await loadOwnContract() : await loadContract(file, { trusted: false })));
      return EXIT.ok;
    });
  },
};
