import type { CommandDetails } from '../command-line/declaration.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const COMPLETION: CommandDetails = {
  about: `  source <(vatmock completion bash)                                  # in ~/.bashrc
  source <(vatmock completion zsh)                                   # in ~/.zshrc, after compinit
  vatmock completion fish > ~/.config/fish/completions/vatmock.fish`,
  flags: {},
  wordChoices: SHELLS,
};
