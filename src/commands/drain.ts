import { stayAwake } from '../edges/system/stay-awake.ts';
import type { components } from '../generated/admin-types.ts';
import { DurationError, parseDuration } from '../kernel/duration.ts';
import type { Input } from './command-line/input.ts';
import { type Replica, chooseReplica } from './drain/choose-replica.ts';
import { toProgress, toReplicaTable } from './drain/to-replica-lines.ts';
import { RemoteError } from './remote/remote-error.ts';
import { readServer } from './remote/read-server.ts';
import { type ServerAccess, createServerAccess } from './remote/server-access.ts';
import { EXIT } from './terminal/exit-codes.ts';
import { printable } from './terminal/printable.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';

type ReplicaList = components['schemas']['ReplicaList'];

/** Milliseconds between two looks. */
const LOOK = 500;

const DEFAULT_TIMEOUT = 'PT1M';

/** Drains a server, and waits until nothing is in progress. */
export const drain = async (input: Input, terminal: Terminal): Promise<number> => {
  const [wanted, ...others] = input.words;
  if (others.length > 0) throw new UsageError(`drain takes one server, not ${String(others.length + 1)}`);
  const given = ['list', 'stop', 'resume'].filter((flag) => input.isSet(flag));
  if (given.length > 1) throw new UsageError(`use one of --${given.join(' and --')}`);
  const timeout = readTimeout(input.text('timeout') ?? DEFAULT_TIMEOUT);
  const server = createServerAccess(readServer(input, terminal.env));
  const sleep = stayAwake();
  try {
    const { text, lines } = await run({ server, terminal, wanted, action: given[0], timeout });
    if (input.isSet('json')) terminal.print(text);
    else for (const line of lines) terminal.print(printable(line));
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    terminal.complain(`vatmock: ${error.message}`);
    return EXIT.failed;
  } finally {
    sleep();
    await server.close();
  }
};

interface Wish {
  readonly server: ServerAccess;
  readonly terminal: Terminal;
  readonly wanted: string | undefined;
  /** Without one, the server is drained. */
  readonly action: string | undefined;
  /** Milliseconds. */
  readonly timeout: number;
}

interface Outcome {
  /** The last response. */
  readonly text: string;
  readonly lines: readonly string[];
}

const run = async (wish: Wish): Promise<Outcome> => {
  const { server, wanted, action } = wish;
  const { text, list } = await look(server);
  if (action === 'list') return { text, lines: toReplicaTable(list) };
  const chosen = chooseReplica(list.data, wanted);
  const path = `/replicas/${encodeURIComponent(chosen.id)}`;
  if (action === 'resume') {
    const answer = await server.call('POST', `${path}/resume`);
    return { text: await answer.body.text(), lines: [`${nameOf(chosen)} serves again.`] };
  }
  const stops = action === 'stop';
  await (await server.call('POST', `${path}/drain`, { body: { stop: stops } })).body.dump();
  const isLast = !list.data.some(({ id, state }) => id !== chosen.id && state === 'SERVING');
  const warning = isLast ? ['No other server takes requests now.'] : [];
  const ended = await (stops ? waitUntilGone(wish, chosen) : waitUntilDrained(wish, chosen));
  return { text: ended, lines: [`${nameOf(chosen)} ${stops ? 'has drained, and ended' : 'has drained'}.`, ...warning] };
};

const look = async (server: ServerAccess): Promise<{ readonly text: string; readonly list: ReplicaList }> => {
  const text = await (await server.call('GET', '/replicas')).body.text();
  return { text, list: JSON.parse(text) as ReplicaList };
};

const waitUntilDrained = async ({ server, terminal, timeout }: Wish, chosen: Replica): Promise<string> => {
  const { elapsed } = terminal.clock;
  const began = elapsed();
  for (;;) {
    const { text, list } = await look(server);
    const now = findStill(list, chosen);
    if (now?.state === 'DRAINED') return text;
    if (now === undefined) throw new RemoteError(`${nameOf(chosen)} ended before it had drained.`);
    if (elapsed() - began > timeout) throw tooSlow(now);
    await pause(terminal);
  }
};

const waitUntilGone = async ({ server, terminal, timeout }: Wish, chosen: Replica): Promise<string> => {
  const { elapsed } = terminal.clock;
  const began = elapsed();
  for (;;) {
    const seen = await look(server).catch((error: unknown) => {
      if (error instanceof RemoteError && isFromNobody(error)) return undefined;
      throw error;
    });
    // With the only server, whoever could tell has gone too.
    if (seen === undefined && chosen.isThis) return '';
    const now = seen && findStill(seen.list, chosen);
    if (seen !== undefined && now === undefined) return seen.text;
    if (elapsed() - began > timeout) throw tooSlow(now ?? chosen);
    await pause(terminal);
  }
};

/** Nobody answers, or only a proxy that has no server to pass the call to. */
const isFromNobody = ({ status }: RemoteError): boolean => status === undefined || (status >= 502 && status <= 504);

/** Undefined once it has ended. */
const findStill = ({ data }: ReplicaList, { id }: Replica): Replica | undefined => {
  const now = data.find((replica) => replica.id === id);
  if (now?.state === 'SILENT')
    throw new RemoteError(`${nameOf(now)} has fallen silent: its process hangs, or has ended without a word.`);
  if (now?.state === 'SERVING') throw new RemoteError(`Somebody has let ${nameOf(now)} serve again.`);
  return now;
};

const tooSlow = (now: Replica): RemoteError =>
  new RemoteError(
    `${nameOf(now)} still has something in progress (${toProgress(now)}), and goes on draining: wait longer with the same command, or let it serve again with --resume.`,
  );

const nameOf = ({ id, host }: Replica): string => `The server ${id}${host === null ? '' : ` on ${host}`}`;

const pause = ({ after }: Terminal): Promise<void> =>
  new Promise((resolve) => {
    after(LOOK, resolve);
  });

const readTimeout = (text: string): number => {
  try {
    return parseDuration(text);
  } catch (error) {
    if (error instanceof DurationError) throw new UsageError(`--timeout: ${error.message}`);
    throw error;
  }
};
