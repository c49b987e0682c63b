import { HELP } from './command-line/create-program.ts';
import type { Input } from './command-line/input.ts';
import { SHELLS } from './completion/declaration.ts';
import { toBash } from './completion/to-bash.ts';
import { toFish } from './completion/to-fish.ts';
import { toZsh } from './completion/to-zsh.ts';
import { DECLARATIONS } from './declarations.ts';
import { EXIT } from './terminal/exit-codes.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';

const SCRIPTS = { bash: toBash, zsh: toZsh, fish: toFish } as const satisfies Record<(typeof SHELLS)[number], unknown>;

/** Prints a shell script that completes all commands and their options. */
export const completion = ({ words }: Input, { print }: Terminal): Promise<number> => {
  const [wanted = '', ...others] = words;
  const shell = SHELLS.find((name) => name === wanted);
  if (shell === undefined || others.length > 0)
    throw new UsageError(`completion needs the name of one shell: ${SHELLS.join(', ')}`);
  const names = DECLARATIONS.map(({ name }) => name);
  print(SCRIPTS[shell]([...DECLARATIONS, { ...HELP, wordChoices: names }]));
  return Promise.resolve(EXIT.ok);
};
