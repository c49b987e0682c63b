import type { ListedCommand } from './command-line/command.ts';

/** All commands, in the order of the help. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'serve',
    words: '[options]',
    summary: 'serve the API (npm start)',
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'test',
    words: 'SCENARIO...',
    summary: 'run scenarios against a client and check what it did',
    load: async () => (await import('./test.ts')).test,
  },
  {
    name: 'capsule',
    words: '[start|end|replay FILE]',
    summary: 'export the recorded calls of a sandbox as one file, or replay one',
    load: async () => (await import('./capsule.ts')).capsule,
  },
  {
    name: 'proxy',
    words: '--upstream URL',
    summary: 'pass requests on to the real service and validate both sides',
    load: async () => (await import('./proxy.ts')).proxy,
  },
  {
    name: 'compare',
    words: 'CAPSULE',
    summary: 'play recorded reads against the real service and report differences',
    load: async () => (await import('./compare.ts')).compare,
  },
  {
    name: 'validate',
    words: '[FILE...]',
    summary: 'validate descriptions, scenarios and fixtures; without a file, the bundled ones',
    load: async () => (await import('./validate.ts')).validate,
  },
  {
    name: 'init',
    words: 'DESCRIPTION [FOLDER]',
    summary: 'make a folder for a mock of any OpenAPI description, with your own behaviours',
    load: async () => (await import('./init.ts')).init,
  },
  {
    name: 'types',
    words: '[DESCRIPTION]',
    summary: 'print TypeScript types of a description, for your own behaviours',
    load: async () => (await import('./types.ts')).types,
  },
  {
    name: 'listen',
    words: '[options]',
    summary: 'forward the webhooks of any server to this machine',
    load: async () => (await import('./listen.ts')).listen,
  },
  {
    name: 'trigger',
    words: 'EVENT',
    summary: 'emit a sample event in a sandbox',
    load: async () => (await import('./trigger.ts')).trigger,
  },
  {
    name: 'verify',
    words: '[FILE]',
    summary: 'check whether a webhook delivery is genuine, and if not, why',
    load: async () => (await import('./verify.ts')).verify,
  },
  {
    name: 'explain',
    words: '[ID|last]',
    summary: 'explain why the server responded to a request as it did',
    load: async () => (await import('./explain.ts')).explain,
  },
  {
    name: 'next',
    words: 'ORDER',
    summary: 'list what an order can do next',
    load: async () => (await import('./next.ts')).next,
  },
  {
    name: 'goto',
    words: 'ORDER STATUS',
    summary: 'bring an order to a status or a verdict',
    load: async () => (await import('./goto.ts')).goTo,
  },
  {
    name: 'orders',
    words: '[TEXT]',
    summary: 'list the orders of a sandbox',
    load: async () => (await import('./orders.ts')).orders,
  },
  {
    name: 'next-call',
    words: 'OPERATION',
    summary: 'decide what becomes of the next call: status, fault or delay',
    load: async () => (await import('./next-call.ts')).nextCall,
  },
  {
    name: 'scenario',
    words: '[on|off NAME]',
    summary: 'activate or end a scenario, or list all',
    load: async () => (await import('./scenario.ts')).scenario,
  },
  {
    name: 'clock',
    words: '[+DURATION|INSTANT|freeze|resume]',
    summary: 'read or move the clock of a sandbox',
    load: async () => (await import('./clock.ts')).clock,
  },
  {
    name: 'log',
    words: '[options]',
    summary: 'list the latest requests, or follow them',
    load: async () => (await import('./log.ts')).log,
  },
  {
    name: 'reset',
    words: '[options]',
    summary: 'reset a sandbox to its fixtures',
    load: async () => (await import('./reset.ts')).reset,
  },
  {
    name: 'visitors',
    words: '[list|create NAME|extend ID|revoke ID]',
    summary: 'make links that give visitors a sandbox in the console',
    load: async () => (await import('./visitors.ts')).visitors,
  },
  {
    name: 'backup',
    words: 'FILE',
    summary: 'save all data of a running server in a file',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'rekey',
    words: 'FOLDER',
    summary: 'encrypt the data folder of a stopped server, or change its key',
    load: async () => (await import('./rekey.ts')).rekey,
  },
  {
    name: 'completion',
    words: 'bash|zsh',
    summary: 'print a script that completes commands and options in a shell',
    load: async () => (await import('./completion.ts')).completionOf(COMMANDS),
  },
];
