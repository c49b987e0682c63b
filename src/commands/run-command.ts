import type { Input } from './command-line/input.ts';
import { readCall } from './read-call.ts';
import { EXIT } from './terminal/exit-codes.ts';
import { escapeControls } from './terminal/printable.ts';
import { type Terminal, processTerminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';

type Run = (input: Input, terminal: Terminal) => Promise<number>;

/** Commands are loaded on demand: `--help` does not load the server's libraries. */
const COMMANDS: Readonly<Record<string, () => Promise<Run>>> = {
  serve: async () => (await import('./serve.ts')).serve,
  test: async () => (await import('./test.ts')).test,
  capsule: async () => (await import('./capsule.ts')).capsule,
  validate: async () => (await import('./validate.ts')).validate,
  listen: async () => (await import('./listen.ts')).listen,
  trigger: async () => (await import('./trigger.ts')).trigger,
  verify: async () => (await import('./verify.ts')).verify,
  explain: async () => (await import('./explain.ts')).explain,
  next: async () => (await import('./next.ts')).next,
  goto: async () => (await import('./goto.ts')).goTo,
  orders: async () => (await import('./orders.ts')).orders,
  'next-call': async () => (await import('./next-call.ts')).nextCall,
  scenario: async () => (await import('./scenario.ts')).scenario,
  clock: async () => (await import('./clock.ts')).clock,
  log: async () => (await import('./log.ts')).log,
  reset: async () => (await import('./reset.ts')).reset,
  visitors: async () => (await import('./visitors.ts')).visitors,
  backup: async () => (await import('./backup.ts')).backup,
  rekey: async () => (await import('./rekey.ts')).rekey,
  completion: async () => (await import('./completion.ts')).completion,
};

/** Runs the requested command and returns the exit code. */
export const runCommand = async (argv: readonly string[], given: Terminal = processTerminal()): Promise<number> => {
  const terminal: Terminal = {
    ...given,
    print: (line) => {
      given.print(escapeControls(line));
    },
    complain: (line) => {
      given.complain(escapeControls(line));
    },
  };
  let name: string | undefined;
  try {
    const call = await readCall(argv, terminal);
    if (call === undefined) return EXIT.ok;
    ({ name } = call);
    const load = COMMANDS[name];
    if (load === undefined) throw new Error(`${name} is declared, but nothing runs it`);
    const run = await load();
    return await run(call.input, terminal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const command = error.command ?? name;
    const help = command === undefined ? 'vatmock --help' : `vatmock ${command} --help`;
    terminal.complain(`vatmock: ${error.message}\nTry "${help}".`);
    return EXIT.usage;
  }
};
