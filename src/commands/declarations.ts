import type { CommandDeclaration, CommandDetails, CommandSummary } from './command-line/declaration.ts';

interface Listed extends CommandSummary {
  /** Loaded on demand: a call needs the options of its own command only, the list of commands those of none. */
  readonly details: () => Promise<CommandDetails>;
}

/** All commands, in the order of the help. */
export const COMMANDS: readonly Listed[] = [
  {
    name: 'serve',
    words: '[options]',
    summary: 'serve the API (npm start)',
    details: async () => (await import('./serve/declaration.ts')).SERVE,
  },
  {
    name: 'test',
    words: 'SCENARIO...',
    summary: 'run scenarios against a client and check what it did',
    details: async () => (await import('./test/declaration.ts')).TEST,
  },
  {
    name: 'capsule',
    words: '[start|end|replay FILE]',
    summary: 'export the recorded calls of a sandbox as one file, or replay one',
    details: async () => (await import('./capsule/declaration.ts')).CAPSULE,
  },
  {
    name: 'validate',
    words: '[FILE...]',
    summary: 'validate descriptions, scenarios and fixtures; without a file, the bundled ones',
    details: async () => (await import('./validate/declaration.ts')).VALIDATE,
  },
  {
    name: 'listen',
    words: '[options]',
    summary: 'forward the webhooks of any server to this machine',
    details: async () => (await import('./listen/listen-options.ts')).LISTEN,
  },
  {
    name: 'trigger',
    words: 'EVENT',
    summary: 'emit a sample event in a sandbox',
    details: async () => (await import('./trigger.ts')).TRIGGER,
  },
  {
    name: 'verify',
    words: '[FILE]',
    summary: 'check whether a webhook delivery is genuine, and if not, why',
    details: async () => (await import('./verify.ts')).VERIFY,
  },
  {
    name: 'explain',
    words: '[ID|last]',
    summary: 'explain why the server responded to a request as it did',
    details: async () => (await import('./explain/declaration.ts')).EXPLAIN,
  },
  {
    name: 'next',
    words: 'ORDER',
    summary: 'list what an order can do next',
    details: async () => (await import('./next/declaration.ts')).NEXT,
  },
  {
    name: 'goto',
    words: 'ORDER STATUS',
    summary: 'bring an order to a status or a verdict',
    details: async () => (await import('./goto/declaration.ts')).GOTO,
  },
  {
    name: 'orders',
    words: '[TEXT]',
    summary: 'list the orders of a sandbox',
    details: async () => (await import('./orders/declaration.ts')).ORDERS,
  },
  {
    name: 'next-call',
    words: 'OPERATION',
    summary: 'decide what becomes of the next call: status, fault or delay',
    details: async () => (await import('./next-call/declaration.ts')).NEXT_CALL,
  },
  {
    name: 'scenario',
    words: '[on|off NAME]',
    summary: 'activate or end a scenario, or list all',
    details: async () => (await import('./scenario/declaration.ts')).SCENARIO,
  },
  {
    name: 'clock',
    words: '[+DURATION|INSTANT|freeze|resume]',
    summary: 'read or move the clock of a sandbox',
    details: async () => (await import('./clock/declaration.ts')).CLOCK,
  },
  {
    name: 'log',
    words: '[options]',
    summary: 'list the latest requests, or follow them',
    details: async () => (await import('./log/declaration.ts')).LOG,
  },
  {
    name: 'reset',
    words: '[options]',
    summary: 'reset a sandbox to its fixtures',
    details: async () => (await import('./reset/declaration.ts')).RESET,
  },
  {
    name: 'visitors',
    words: '[list|create NAME|extend ID|revoke ID]',
    summary: 'make links that give visitors a sandbox in the console',
    details: async () => (await import('./visitors/declaration.ts')).VISITORS,
  },
  {
    name: 'backup',
    words: 'FILE',
    summary: 'save all data of a running server in a file',
    details: async () => (await import('./backup/declaration.ts')).BACKUP,
  },
  {
    name: 'rekey',
    words: 'FOLDER',
    summary: 'encrypt the data folder of a stopped server, or change its key',
    details: async () => (await import('./rekey/declaration.ts')).REKEY,
  },
  {
    name: 'completion',
    words: 'bash|zsh|fish',
    summary: 'print a script that completes commands and options in a shell',
    details: async () => (await import('./completion/declaration.ts')).COMPLETION,
  },
];

export const declare = async ({ details, ...summary }: Listed): Promise<CommandDeclaration> => ({
  ...summary,
  ...(await details()),
});

export const declareAll = (): Promise<readonly CommandDeclaration[]> => Promise.all(COMMANDS.map(declare));
