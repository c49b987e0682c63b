import { toIsoDateTime } from '../../kernel/clock.ts';
import { isDoneWithin, pause } from '../../kernel/wait-until.ts';
import { RemoteError } from '../remote/remote-error.ts';
import type { ServerAccess } from '../remote/server-access.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type HandedDelivery, type LocalOutcome, forwardDelivery } from './forward.ts';
import type { readListenOptions } from './listen-options.ts';

/** Milliseconds. The wait before reconnecting doubles from this value to the maximum. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

/** A stream that lasted this long counts as successful and resets the backoff. Milliseconds. */
const STABLE_AFTER = 5000;

/** How long the command waits at the end for receivers still working. Milliseconds. */
const FINISH_TIMEOUT = 2000;

/** The listener's share of the server's timeout: the listener can tell more precisely what took so long. */
const OUR_PART = 0.95;

/** The server's first event on a stream. */
interface Greeting {
  readonly sandbox: string;
  readonly endpointId: string;
  readonly events: readonly string[];
  readonly secret: string;
  /** Number of earlier deliveries still pending. */
  readonly waiting: number;
  /** Timeout of an attempt in milliseconds. */
  readonly timeout: number;
}

const WHY = {
  left: 'the server closed the connection',
  broken: 'the connection was lost',
  closed: 'the server is shutting down',
  unreachable: 'the server cannot be reached',
} as const;

/** Why a stream ended. */
type Ending = keyof typeof WHY | 'replaced';

/** Forwards the deliveries of a server, over one stream after another, until the user stops; returns the exit code. */
export const keepListening = async (
  server: ServerAccess,
  { forward, events, name, secret, prints }: ReturnType<typeof readListenOptions>,
  terminal: Terminal,
): Promise<number> => {
  const { print, complain, clock, after } = terminal;
  const underWay = new Set<Promise<void>>();
  const stop = new AbortController();
  const state: { greeting?: Greeting; isStopping: boolean } = { isStopping: false };

  const greet = (now: Greeting): void => {
    if (state.greeting === undefined) {
      print(`Listening to ${server.url}, sandbox ${now.sandbox}, as "${name}" (webhook endpoint ${now.endpointId})`);
      print(`  Events      ${now.events.join(', ')}`);
      print(`  Secret      ${now.secret}`);
      print(`  Forward to  ${forward ?? 'nowhere: deliveries are printed and answered with 200'}`);
      print('Press Ctrl-C to stop.');
    } else print('Reconnected.');
    if (now.waiting > 0)
      print(now.waiting === 1 ? 'Sending 1 pending delivery.' : `Sending ${now.waiting} pending deliveries.`);
    state.greeting = now;
  };

  const report = async ({ attempt }: HandedDelivery, outcome: LocalOutcome): Promise<void> => {
    try {
      const answer = await server.call('POST', `/listen/${name}/outcomes`, { body: { attempt, ...outcome } });
      await answer.body.dump();
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      // The report came too late, which confirms the timeout.
      if (error.status === 404 && 'failure' in outcome && outcome.failure === 'timeout') return;
      complain(`vatmock: the outcome could not be reported, so the delivery will be repeated: ${error.message}`);
    }
  };

  const handOn = async (delivery: HandedDelivery): Promise<void> => {
    const begun = clock.elapsed();
    const timeout = Math.ceil((state.greeting?.timeout ?? 15_000) * OUR_PART);
    const outcome: LocalOutcome =
      forward === undefined ? { httpStatus: 200 } : await forwardDelivery(delivery, forward, timeout, terminal);
    const milliseconds = Math.round(clock.elapsed() - begun);
    print(toLine(toIsoDateTime(clock.now()), delivery, outcome, milliseconds));
    if (prints) print(toText(delivery));
    await report(delivery, outcome);
  };

  const begin = (delivery: HandedDelivery): void => {
    if (state.isStopping) return;
    const work = handOn(delivery)
      .catch((error: unknown) => {
        complain(`vatmock: ${String(error)}`);
      })
      .finally(() => underWay.delete(work));
    underWay.add(work);
  };

  const hear = (event: string, data: string): Ending | undefined => {
    if (event === 'replaced' || event === 'closed') return event;
    if (event === 'listening') greet(JSON.parse(data) as Greeting);
    if (event === 'delivery') begin(JSON.parse(data) as HandedDelivery);
    if (event === 'reset' && state.greeting !== undefined) {
      state.greeting = { ...state.greeting, ...(JSON.parse(data) as Pick<Greeting, 'endpointId'>) };
      print('The sandbox was reset; listening continues.');
    }
    if (event === 'paused')
      complain(
        'vatmock: the webhook endpoint was paused after too many failures; to resume deliveries, restart "vatmock listen".',
      );
    return undefined;
  };

  /** Follows one stream until it ends. A refusal ends the command, as does a server that was never reachable. */
  const follow = async (): Promise<Ending> => {
    // If the server loses its state, the receiver's secret remains valid.
    const known = state.greeting?.secret ?? secret;
    try {
      const headers = known === undefined ? {} : { 'webhook-secret': known };
      const options = { query: { name, events }, headers, signal: stop.signal };
      for await (const { event, data } of server.stream('/listen', options)) {
        const ending = hear(event, data);
        if (ending !== undefined) return ending;
      }
      return 'broken';
    } catch (error) {
      if (stop.signal.aborted) return 'left';
      if (!(error instanceof RemoteError)) return 'broken';
      const { status } = error;
      const mayPass = status === undefined || status === 408 || status === 429 || status >= 500;
      if (!mayPass || state.greeting === undefined) throw error;
      return 'unreachable';
    }
  };

  const stopped = terminal.whenStopped().then(async () => {
    state.isStopping = true;
    await isDoneWithin(after, FINISH_TIMEOUT, Promise.all(underWay));
    if (state.greeting !== undefined) await pauseEndpoint(server, state.greeting);
    stop.abort();
  });

  for (let wait = FIRST_WAIT; ; wait = Math.min(LONGEST_WAIT, wait * 2)) {
    const begun = clock.elapsed();
    const ending = await follow();
    if (state.isStopping) {
      await stopped;
      return EXIT.ok;
    }
    if (ending === 'replaced') {
      complain(`vatmock: another listener with the name "${name}" has connected; give each listener its own --name.`);
      return EXIT.failed;
    }
    if (clock.elapsed() - begun > STABLE_AFTER) wait = FIRST_WAIT;
    complain(`vatmock: ${WHY[ending]}; reconnecting in ${wait / 1000} s`);
    await pause(after, wait, stop.signal);
  }
};

/**
 * Pauses the webhook endpoint, so that deliveries do not fail without this listener. Does nothing if the server is
 * gone.
 */
const pauseEndpoint = async (server: ServerAccess, { endpointId }: Greeting): Promise<void> => {
  try {
    const answer = await server.call('PATCH', `/webhooks/${endpointId}`, { body: { status: 'PAUSED' } });
    await answer.body.dump();
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
  }
};

const toLine = (
  time: string,
  { eventType, eventId, number }: HandedDelivery,
  outcome: LocalOutcome,
  milliseconds: number,
): string => {
  const what = 'httpStatus' in outcome ? String(outcome.httpStatus) : `${outcome.failure}: ${outcome.detail}`;
  return `${time}  ${eventType}  ${eventId}  attempt ${number}  ${what}  ${milliseconds} ms`;
};

const toText = ({ headers, body }: HandedDelivery): string =>
  [...Object.entries(headers).map(([header, value]) => `${header}: ${value}`), '', body, ''].join('\n');
