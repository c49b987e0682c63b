import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Contract } from '../../engine/contract/contract.ts';
import { wholeFileError } from '../../kernel/user-errors.ts';

/** What is beside the descriptions under one of these names, for all of them. */
const findBeside = ({ described }: Contract, names: readonly string[], remedy: string): string | undefined => {
  const folders = new Set(described.map(({ file }) => path.dirname(file)));
  const [found, other] = [...folders].flatMap(
    (folder) => names.map((name) => path.join(folder, name)).find((file) => existsSync(file)) ?? [],
  );
  if (other !== undefined) throw wholeFileError(other, `there is ${String(found)}, too: ${remedy}`);
  return found;
};

/** The module with behaviours. */
export const findBehaviours = (contract: Contract): string | undefined =>
  findBeside(
    contract,
    ['.ts', '.mts', '.js', '.mjs'].map((ending) => `behaviours${ending}`),
    'name the one for all descriptions with --behaviours',
  );

/** The folder of what new sandboxes begin with. A file has no slash at its end. */
export const findFixtures = (contract: Contract): string | undefined =>
  findBeside(contract, ['fixtures/'], 'move the files of one into the other');
