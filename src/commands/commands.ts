import type { COMMANDS } from '../generated/commands.ts';
import type { Run } from './command-line/command.ts';

/** What commands do, loaded on demand: their help needs none of it (spec/commands.yaml). */
export const LOADERS: Readonly<Record<(typeof COMMANDS)[number]['name'], () => Promise<{ readonly run: Run }>>> = {
  serve: () => import('./serve.ts'),
  test: () => import('./test.ts'),
  certify: () => import('./certify.ts'),
  capsule: () => import('./capsule.ts'),
  proxy: () => import('./proxy.ts'),
  compare: () => import('./compare.ts'),
  validate: () => import('./validate.ts'),
  init: () => import('./init.ts'),
  types: () => import('./types.ts'),
  'grade-webhooks': () => import('./grade-webhooks.ts'),
  mcp: () => import('./mcp.ts'),
  listen: () => import('./listen.ts'),
  trigger: () => import('./trigger.ts'),
  verify: () => import('./verify.ts'),
  explain: () => import('./explain.ts'),
  next: async () => ({ run: (await import('./orders.ts')).next }),
  goto: async () => ({ run: (await import('./orders.ts')).goTo }),
  orders: async () => ({ run: (await import('./orders.ts')).orders }),
  'next-call': () => import('./next-call.ts'),
  scenario: () => import('./scenario.ts'),
  clock: () => import('./clock.ts'),
  log: () => import('./log.ts'),
  reset: () => import('./reset.ts'),
  backup: () => import('./backup.ts'),
  completion: () => import('./completion.ts'),
};
