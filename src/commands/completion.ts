import type { Command, ListedCommand } from './command-line/command.ts';
import { HELP } from './command-line/program-help.ts';
import { toBash } from './completion/to-bash.ts';
import { toZsh } from './completion/to-zsh.ts';
import { EXIT } from './terminal/exit-codes.ts';
import { UsageError } from './terminal/usage-error.ts';

const SHELLS = ['bash', 'zsh'] as const;

const SCRIPTS = { bash: toBash, zsh: toZsh } as const satisfies Record<(typeof SHELLS)[number], unknown>;

/** Prints a shell script that completes all `commands` and their options. */
export const completionOf = (commands: readonly ListedCommand[]): Command => ({
  about: `  source <(vatmock completion bash)                                  # in ~/.bashrc
  source <(vatmock completion zsh)                                   # in ~/.zshrc, after compinit`,
  flags: {},
  wordChoices: SHELLS,
  run: async ({ words }, { print }) => {
    const [wanted = '', ...others] = words;
    const shell = SHELLS.find((name) => name === wanted);
    if (shell === undefined || others.length > 0)
      throw new UsageError(`completion needs the name of one shell: ${SHELLS.join(', ')}`);
    const declarations = await Promise.all(commands.map(async (each) => ({ ...each, ...(await each.load()) })));
    const names = declarations.map(({ name }) => name);
    print(SCRIPTS[shell]([...declarations, { ...HELP, wordChoices: names }]));
    return EXIT.ok;
  },
});
