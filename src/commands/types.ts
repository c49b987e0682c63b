import { loadOwnContract } from '../edges/files/load-own-contract.ts';
import { toTypeScript } from '../engine/contract/to-typescript.ts';
import { loadContract } from '../engine/validation/load-contract.ts';
import type { Run } from './command-line/command.ts';
import { EXIT } from './terminal/exit-codes.ts';

export const run: Run = async ({ words: files }, { print }) => {
  print(toTypeScript(files.length === 0 ? await loadOwnContract() : await loadContract(files, { trusted: false })));
  return EXIT.ok;
};
