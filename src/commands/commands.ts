import type { ListedCommand } from './command-line/command.ts';

/** All commands, in the order of the help. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'serve',
    words: '[options]',
    summary: 'serve the API (npm start)',
    load: () => import('./serve.ts'),
  },
  {
    name: 'test',
    words: 'SCENARIO...',
    summary: 'run scenarios against a client and check what it did',
    load: () => import('./test.ts'),
  },
  {
    name: 'capsule',
    words: '[start|end|replay FILE]',
    summary: 'export the recorded calls of a sandbox as one file, or replay one',
    load: () => import('./capsule.ts'),
  },
  {
    name: 'proxy',
    words: '--upstream URL',
    summary: 'pass requests on to the real service and validate both sides',
    load: () => import('./proxy.ts'),
  },
  {
    name: 'compare',
    words: 'CAPSULE',
    summary: 'play recorded reads against the real service and report differences',
    load: () => import('./compare.ts'),
  },
  {
    name: 'validate',
    words: '[FILE...]',
    summary: 'validate descriptions, scenarios and fixtures; without a file, the bundled ones',
    load: () => import('./validate.ts'),
  },
  {
    name: 'init',
    words: 'DESCRIPTION [FOLDER]',
    summary: 'make a folder for a mock of any OpenAPI description, with your own behaviours',
    load: () => import('./init.ts'),
  },
  {
    name: 'types',
    words: '[DESCRIPTION]',
    summary: 'print TypeScript types of a description, for your own behaviours',
    load: () => import('./types.ts'),
  },
  {
    name: 'mcp',
    words: '[options]',
    summary: 'give a coding agent tools that explain requests, findings and orders',
    load: () => import('./mcp.ts'),
  },
  {
    name: 'listen',
    words: '[options]',
    summary: 'forward the webhooks of any server to this machine',
    load: () => import('./listen.ts'),
  },
  {
    name: 'trigger',
    words: 'EVENT',
    summary: 'emit a sample event in a sandbox',
    load: () => import('./trigger.ts'),
  },
  {
    name: 'verify',
    words: '[FILE]',
    summary: 'check whether a webhook delivery is genuine, and if not, why',
    load: () => import('./verify.ts'),
  },
  {
    name: 'explain',
    words: '[ID|last]',
    summary: 'explain why the server responded to a request as it did',
    load: () => import('./explain.ts'),
  },
  {
    name: 'next',
    words: 'ORDER',
    summary: 'list what an order can do next',
    load: () => import('./next.ts'),
  },
  {
    name: 'goto',
    words: 'ORDER STATUS',
    summary: 'bring an order to a status or a verdict',
    load: () => import('./goto.ts'),
  },
  {
    name: 'orders',
    words: '[TEXT]',
    summary: 'list the orders of a sandbox',
    load: () => import('./orders.ts'),
  },
  {
    name: 'next-call',
    words: 'OPERATION',
    summary: 'decide what becomes of the next call: status, fault or delay',
    load: () => import('./next-call.ts'),
  },
  {
    name: 'scenario',
    words: '[on|off NAME]',
    summary: 'activate or end a scenario, or list all',
    load: () => import('./scenario.ts'),
  },
  {
    name: 'clock',
    words: '[+DURATION|INSTANT|freeze|resume]',
    summary: 'read or move the clock of a sandbox',
    load: () => import('./clock.ts'),
  },
  {
    name: 'log',
    words: '[options]',
    summary: 'list the latest requests, or follow them',
    load: () => import('./log.ts'),
  },
  {
    name: 'reset',
    words: '[options]',
    summary: 'reset a sandbox to its fixtures',
    load: () => import('./reset.ts'),
  },
  {
    name: 'visitors',
    words: '[list|create NAME|extend ID|revoke ID]',
    summary: 'make links that give visitors a sandbox in the console',
    load: () => import('./visitors.ts'),
  },
  {
    name: 'backup',
    words: 'FILE',
    summary: 'save all data of a running server in a file',
    load: () => import('./backup.ts'),
  },
  {
    name: 'completion',
    words: 'bash|zsh',
    summary: 'print a script that completes commands and options in a shell',
    load: async () => ({ command: (await import('./completion.ts')).completionOf(COMMANDS) }),
  },
];
