import type { CommandDeclaration } from './command-line/declaration.ts';
import type { Input } from './command-line/input.ts';
import type { Terminal } from './terminal/terminal.ts';

export interface Command {
  readonly declare: () => Promise<CommandDeclaration>;
  readonly load: () => Promise<(input: Input, terminal: Terminal) => Promise<number>>;
}

/**
 * All commands, in the order of the help. Each is loaded on demand: a call needs the declaration of one command, help
 * those of all, and neither of them the server's libraries.
 */
export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    declare: async () => (await import('./serve/declaration.ts')).SERVE,
    load: async () => (await import('./serve.ts')).serve,
  },
  test: {
    declare: async () => (await import('./test/declaration.ts')).TEST,
    load: async () => (await import('./test.ts')).test,
  },
  capsule: {
    declare: async () => (await import('./capsule/declaration.ts')).CAPSULE,
    load: async () => (await import('./capsule.ts')).capsule,
  },
  validate: {
    declare: async () => (await import('./validate/declaration.ts')).VALIDATE,
    load: async () => (await import('./validate.ts')).validate,
  },
  listen: {
    declare: async () => (await import('./listen/declaration.ts')).LISTEN,
    load: async () => (await import('./listen.ts')).listen,
  },
  trigger: {
    declare: async () => (await import('./trigger/declaration.ts')).TRIGGER,
    load: async () => (await import('./trigger.ts')).trigger,
  },
  explain: {
    declare: async () => (await import('./explain/declaration.ts')).EXPLAIN,
    load: async () => (await import('./explain.ts')).explain,
  },
  completion: {
    declare: async () => (await import('./completion/declaration.ts')).COMPLETION,
    load: async () => (await import('./completion.ts')).completion,
  },
};

export const declareAll = (): Promise<readonly CommandDeclaration[]> =>
  Promise.all(Object.values(COMMANDS).map(({ declare }) => declare()));
