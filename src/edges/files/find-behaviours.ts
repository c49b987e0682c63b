import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Contract } from '../../engine/contract/contract.ts';
import { wholeFileError } from '../../kernel/user-errors.ts';

/** The module beside the descriptions, which has the behaviours of all. */
export const findBehaviours = ({ described }: Contract): string | undefined => {
  const folders = new Set(described.map(({ file }) => path.dirname(file)));
  const [found, other] = [...folders].flatMap(
    (folder) =>
      ENDINGS.map((ending) => path.join(folder, `behaviours${ending}`)).find((file) => existsSync(file)) ?? [],
  );
  if (other !== undefined)
    throw wholeFileError(other, `there is ${String(found)}, too: name the one for all descriptions with --behaviours`);
  return found;
};

const ENDINGS = ['.ts', '.mts', '.js', '.mjs'];
