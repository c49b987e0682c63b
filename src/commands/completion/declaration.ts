import type { CommandDeclaration } from '../command-line/declaration.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const COMPLETION: CommandDeclaration = {
  name: 'completion',
  words: 'bash|zsh|fish',
  summary: 'print a script that completes commands and options in a shell',
  about: `  source <(vatmock completion bash)                                  # in ~/.bashrc
  source <(vatmock completion zsh)                                   # in ~/.zshrc, after compinit
  vatmock completion fish > ~/.config/fish/completions/vatmock.fish`,
  flags: {},
  wordChoices: SHELLS,
};
