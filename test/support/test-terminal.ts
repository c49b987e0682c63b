import type { Terminal } from '../../src/commands/terminal/terminal.ts';
import { after, systemClock } from '../../src/edges/system/time.ts';

/** What a command in this process speaks to. */
export interface TestTerminal extends Terminal {
  /** Everything so far, line by line; complaints too. */
  readonly lines: readonly string[];
  readonly complaints: readonly string[];
  /** Resolves with the first line that matches, said already or still to come. */
  readonly says: (pattern: RegExp) => Promise<string>;
  /** What Ctrl-C does. */
  readonly stop: () => void;
}

/** A command that says nothing more is given up after so many milliseconds, before the test is. */
const PATIENCE = 10_000;

export const createTestTerminal = (env: Readonly<Record<string, string>> = {}): TestTerminal => {
  const lines: string[] = [];
  const complaints: string[] = [];
  const listeners = new Set<(line: string) => void>();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<string>();
  const say = (line: string): void => {
    lines.push(line);
    for (const listener of listeners) listener(line);
  };
  return {
    lines,
    complaints,
    env,
    clock: systemClock,
    after,
    print: say,
    complain: (line) => {
      complaints.push(line);
      say(line);
    },
    whenStopped: () => stopped,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const known = lines.find((line) => pattern.test(line));
        if (known !== undefined) {
          resolve(known);
          return;
        }
        const timer = setTimeout(() => {
          reject(new Error(`nobody said ${String(pattern)}:\n${lines.join('\n')}`));
        }, PATIENCE);
        const listener = (line: string): void => {
          if (!pattern.test(line)) return;
          clearTimeout(timer);
          listeners.delete(listener);
          resolve(line);
        };
        listeners.add(listener);
      }),
    stop: () => {
      stop('SIGINT');
    },
  };
};
