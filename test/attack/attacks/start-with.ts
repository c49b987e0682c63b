import type { Stage } from '../attack.ts';
import type { RunningServer, StartOptions } from '../server/start-server.ts';

/** Milliseconds that a server may take to say that it does not start. */
const LONGEST = 10_000;

export interface Start {
  readonly server: RunningServer;
  /** Undefined if it serves. */
  readonly exit: number | string | undefined;
  readonly milliseconds: number;
  readonly log: string;
}

/** Starts a server that may refuse to. */
export const startWith = async (stage: Stage, options: Omit<StartOptions, 'folder'>): Promise<Start> => {
  const begin = performance.now();
  const server = await stage.start(options);
  const exit = server.isAlive() ? undefined : await server.ended;
  return { server, exit, milliseconds: performance.now() - begin, log: server.log() };
};

/** Refused at once, with one line that says why. */
export const expectRefusal = (stage: Stage, what: string, { exit, milliseconds, log }: Start, line: RegExp): void => {
  stage.expect(exit === 1 || exit === 2, `${what}: ended with ${String(exit)}`);
  stage.expect(milliseconds < LONGEST, `${what}: took ${milliseconds.toFixed(0)} ms`);
  stage.expect(line.test(log), `${what}: said ${log.slice(-300)}`);
  stage.expect(!/^\s+at /m.test(log), `${what}: a stack in place of a line`);
};
