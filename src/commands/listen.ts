import { remote } from './remote/remote.ts';
import { stayAwake } from '../edges/system/timers.ts';
import { EXIT } from './terminal/exit-codes.ts';
import { type ListenOptions, readListenOptions } from './listen/listen-options.ts';
import { type Listening, createListening } from './listen/listening.ts';
import { RemoteError } from './remote/remote-error.ts';
import type { ServerAccess } from './remote/server-access.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Milliseconds. The wait before reconnecting doubles from this value to the maximum. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

/** A stream that lasted this long counts as successful and resets the backoff. Milliseconds. */
const STABLE_AFTER = 5000;

/** How long the command waits at the end for receivers still working. Milliseconds. */
const FINISH_TIMEOUT = 2000;

const keepListening = async (
  server: ServerAccess,
  listening: Listening,
  { name }: ListenOptions,
  terminal: Terminal,
): Promise<number> => {
  const stop = new AbortController();
  const user = { wantsToStop: false };
  const stopped = terminal.whenStopped().then(async () => {
    user.wantsToStop = true;
    await listening.finish(FINISH_TIMEOUT);
    await unregisterListener(server, name);
    stop.abort();
  });
  for (let wait = FIRST_WAIT; ; wait = Math.min(LONGEST_WAIT, wait * 2)) {
    const begun = terminal.clock.elapsed();
    const kind = await followOnce(listening, stop.signal);
    if (user.wantsToStop) {
      await stopped;
      return EXIT.ok;
    }
    if (kind === 'replaced') {
      terminal.complain(
        `vatmock: another listener with the name "${name}" has connected; give each listener its own --name.`,
      );
      return EXIT.failed;
    }
    if (kind === 'stopped') {
      terminal.complain(`vatmock: the listener "${name}" was removed on the server.`);
      return EXIT.failed;
    }
    if (terminal.clock.elapsed() - begun > STABLE_AFTER) wait = FIRST_WAIT;
    terminal.complain(`vatmock: ${WHY[kind]}; reconnecting in ${String(wait / 1000)} s`);
    await pause(wait, terminal, stop.signal);
  }
};

const WHY = {
  left: 'the server closed the connection',
  broken: 'the connection was lost',
  closed: 'the server is shutting down',
  unreachable: 'the server cannot be reached',
} as const;

/** A refusal ends the command, as does a server that was never reachable. After a successful connection it retries. */
const followOnce = async (
  listening: Listening,
  signal: AbortSignal,
): Promise<keyof typeof WHY | 'replaced' | 'stopped'> => {
  try {
    return await listening.follow(signal);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    const { status } = error;
    const mayPass = status === undefined || status === 408 || status === 429 || status >= 500;
    if (!mayPass || !listening.hasBegun()) throw error;
    return 'unreachable';
  }
};

/**
 * Pauses the webhook endpoint, so that deliveries do not fail without this listener. Does nothing if the server is
 * gone.
 */
const unregisterListener = async (server: ServerAccess, name: string): Promise<void> => {
  try {
    await (await server.call('DELETE', `/listen/${name}`)).body.dump();
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
  }
};

const pause = (milliseconds: number, { after }: Terminal, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = after(milliseconds, resolve);
    signal.addEventListener(
      'abort',
      () => {
        timer.cancel();
        resolve();
      },
      { once: true },
    );
  });

/** Forwards the webhooks of a server to this machine until stopped. */
export const listen = remote(
  {
    usage: '--forward URL',
    about: `Registers a webhook endpoint in your sandbox and forwards each delivery to URL with the same headers, bytes and signature. The
response of your receiver is the outcome of the attempt, with retries and history as usual. The signing secret is printed at
start. Ctrl-C stops listening and pauses the webhook endpoint; events in the meantime are delivered when you listen again.

  vatmock listen --forward localhost:3000/hooks
  vatmock listen --forward localhost:3000/hooks --events 'compliance.*' --url https://stub.example
  vatmock listen --print`,
    flags: {
      forward: {
        value: 'URL',
        help: 'forward deliveries to this URL, such as http://localhost:3000/hooks or localhost:3000/hooks',
      },
      events: {
        value: 'NAMES',
        help: 'comma-separated event types and segment wildcards, such as compliance.*,kyc.vies_check_failed',
        fallback: 'all',
      },
      print: { help: 'print the headers and body of each delivery; without --forward, respond to each with 200' },
      name: {
        value: 'NAME',
        help: 'name of this listener; a listener with the same name gets its earlier secret and pending deliveries back',
        fallback: 'the host name of this machine',
      },
      secret: {
        value: 'SECRET',
        help: 'sign with this secret, which your receiver already uses (at least 16 characters); by default the previous one, or a new one',
        env: 'VATMOCK_WEBHOOK_SECRET',
      },
    },
    notes: 'Exit codes: 0 stopped by Ctrl-C, 1 the server refuses or is unreachable, 2 invalid command line.',
  },
  (input, terminal) => {
    const options = readListenOptions(input);
    return async (server) => {
      const listening = createListening(server, options, terminal);
      const sleep = stayAwake();
      try {
        return await keepListening(server, listening, options, terminal);
      } finally {
        sleep();
        await listening.close();
      }
    };
  },
);
