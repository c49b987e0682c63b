import { constants } from 'node:os';
import { spawn } from 'node:child_process';
import { toIsoDuration } from '../../kernel/duration.ts';
import type { After, Timer } from '../../kernel/timers.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import { createSubscribers } from '../../kernel/subscribers.ts';

/** How a command ended: its exit code or signal. */
export type ChildEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'timeout'; readonly timeout: number };

export const isSuccess = (end: ChildEnd): boolean => end.kind === 'exited' && end.code === 0;

export const formatEnd = (end: ChildEnd): string => {
  if (end.kind === 'exited') return `exited with ${end.code}`;
  if (end.kind === 'killed') return `was terminated by ${end.signal}`;
  return `was terminated after its --timeout of ${toIsoDuration(end.timeout)}`;
};

/** Milliseconds that a terminated command has to clean up. */
const GRACE = 5000;

/**
 * Runs a command to its end, in the terminal of this process. Forwards signals to the command and all its child
 * processes. The timeout terminates them; a second signal, or the end of the grace period, kills them.
 *
 * @throws {@link UsageError} if the command does not exist
 */
export const runChild = (
  [program, ...args]: readonly [string, ...string[]],
  {
    env,
    timeout,
    interruption,
    after,
  }: {
    readonly env: NodeJS.ProcessEnv;
    readonly timeout: number | undefined;
    readonly interruption: Interruption;
    readonly after: After;
  },
): Promise<ChildEnd> =>
  new Promise((resolve, reject) => {
    // A terminal signals its whole foreground process group; a command in its own group could not read from it.
    const hasOwnGroup = !process.stdin.isTTY && process.platform !== 'win32';
    const child = spawn(program, args, { env, stdio: 'inherit', detached: hasOwnGroup });
    let isLate = false;
    let hasBeenTold = false;

    const kill = (signal: NodeJS.Signals): void => {
      try {
        if (hasOwnGroup && child.pid !== undefined) process.kill(-child.pid, signal);
        else child.kill(signal);
      } catch (error) {
        // The process has just ended.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    };

    let lastResort: Timer | undefined;
    const end = (signal: NodeJS.Signals): void => {
      const isSecond = hasBeenTold;
      hasBeenTold = true;
      lastResort ??= after(GRACE, () => {
        kill('SIGKILL');
      });
      if (isSecond) kill('SIGKILL');
      else if (hasOwnGroup || signal !== 'SIGINT') kill(signal);
    };

    const deadline =
      timeout === undefined
        ? undefined
        : after(timeout, () => {
            isLate = true;
            end('SIGTERM');
          });
    const stopListening = interruption.listen(end);
    const cleanUp = (): void => {
      deadline?.cancel();
      lastResort?.cancel();
      stopListening();
    };
    const told = interruption.signal();
    if (told !== undefined) end(told);

    child.once('error', (error: NodeJS.ErrnoException) => {
      cleanUp();
      reject(new UsageError(`the command "${program}" cannot be started: ${reasonOf(error)}`));
    });
    child.once('exit', (code, signal) => {
      cleanUp();
      if (isLate) resolve({ kind: 'timeout', timeout: timeout ?? 0 });
      else if (signal !== null) resolve({ kind: 'killed', signal });
      else resolve({ kind: 'exited', code: code ?? 0 });
    });
  });

const reasonOf = ({ code, message }: NodeJS.ErrnoException): string => {
  if (code === 'ENOENT') return 'the program is not on the PATH and is not a file';
  return code === 'EACCES' ? 'permission denied' : message;
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type Interruption = ReturnType<typeof awaitInterruption>;

/** Ctrl-C, or a termination signal from outside. */
export const awaitInterruption = () => {
  const listeners = createSubscribers<NodeJS.Signals>();
  let first: NodeJS.Signals | undefined;
  const { promise: came, resolve: settle } = Promise.withResolvers<NodeJS.Signals>();
  const hear = (signal: NodeJS.Signals): void => {
    first ??= signal;
    settle(first);
    listeners.notify(signal);
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  return {
    /** The first signal; undefined until then. */
    signal: (): NodeJS.Signals | undefined => first,
    /** Calls the listener on every signal, until the returned function is called. */
    listen: listeners.subscribe,
    /** Resolves with the first signal. */
    came,
    stopListening: (): void => {
      for (const signal of SIGNALS) process.off(signal, hear);
    },
  };
};

/** Exit code for a signal, by shell convention. */
export const exitCodeOf = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];
