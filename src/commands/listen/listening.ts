import { Agent } from 'undici';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { RemoteError } from '../remote/remote-error.ts';
import { readEventStream } from '../remote/event-stream.ts';
import type { ServerAccess } from '../remote/server-access.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type HandedDelivery, type LocalOutcome, forwardDelivery } from './forward-delivery.ts';
import type { ListenOptions } from './listen-options.ts';

/** What a server tells of itself when a stream begins. */
interface Greeting {
  readonly sandbox: string;
  readonly endpointId: string;
  readonly events: readonly string[];
  readonly secret: string;
  /** Deliveries from before. */
  readonly waiting: number;
  /** Milliseconds that an attempt may take. */
  readonly timeout: number;
}

/** Why a stream is over. */
export type Ending = 'left' | 'broken' | 'closed' | 'replaced' | 'stopped';

export interface Listening {
  /** Follows one stream from its beginning to its end; a refusal is thrown. */
  readonly follow: (signal: AbortSignal) => Promise<Ending>;
  /** Whether there has been a stream. */
  readonly hasBegun: () => boolean;
  /** Takes nothing more on, and waits so many milliseconds for what is under way. */
  readonly finish: (timeout: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The server shows that it is alive every 15 seconds. */
const SILENCE = 45_000;

/** The part of the server's limit that is ours: what kept us waiting is better known here. */
const OUR_PART = 0.95;

/** "15 seconds (3 of them to connect)." Milliseconds. */
const CONNECT_TIMEOUT = 3000;

export const createListening = (server: ServerAccess, options: ListenOptions, terminal: Terminal): Listening => {
  const { forward, events, name, prints } = options;
  const { print, complain, clock, after } = terminal;
  const local = new Agent({ pipelining: 0, connect: { timeout: CONNECT_TIMEOUT } });
  const underWay = new Set<Promise<void>>();
  let secret = options.secret;
  let greeting: Greeting | undefined;
  let isFinishing = false;

  const greet = (now: Greeting): void => {
    if (greeting === undefined) {
      print(`Listening to ${server.url}, sandbox ${now.sandbox}, as "${name}" (webhook endpoint ${now.endpointId})`);
      print(`  Events      ${now.events.join(', ')}`);
      print(`  Secret      ${now.secret}`);
      print(`  Forward to  ${forward ?? 'nowhere: deliveries are printed and answered with 200'}`);
      print('Press Ctrl-C to stop.');
    } else print('Reconnected.');
    if (now.waiting > 0)
      print(now.waiting === 1 ? 'Sending 1 pending delivery.' : `Sending ${String(now.waiting)} pending deliveries.`);
    greeting = now;
    // Should the server lose everything, the receiver's secret stays good.
    secret = now.secret;
  };

  const tell = async ({ attempt }: HandedDelivery, outcome: LocalOutcome): Promise<void> => {
    try {
      const answer = await server.call('POST', `/listen/${name}/outcomes`, { body: { attempt, ...outcome } });
      await answer.body.dump();
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      // It was too late, which is what a time-out is.
      if (error.status === 404 && 'failure' in outcome && outcome.failure === 'timeout') return;
      complain(`vatmock: the outcome could not be reported, so the delivery will be repeated: ${error.message}`);
    }
  };

  const handOn = async (delivery: HandedDelivery): Promise<void> => {
    const begun = clock.elapsed();
    const { timeout = 15_000 } = greeting ?? {};
    const outcome: LocalOutcome =
      forward === undefined
        ? { httpStatus: 200 }
        : await forwardDelivery(delivery, {
            to: forward,
            dispatcher: local,
            after,
            timeout: Math.ceil(timeout * OUR_PART),
          });
    const milliseconds = Math.round(clock.elapsed() - begun);
    print(toLine(toIsoDateTime(clock.now()), delivery, outcome, milliseconds));
    if (prints) print(toText(delivery));
    await tell(delivery, outcome);
  };

  const begin = (delivery: HandedDelivery): void => {
    if (isFinishing) return;
    const work = handOn(delivery)
      .catch((error: unknown) => {
        complain(`vatmock: ${String(error)}`);
      })
      .finally(() => underWay.delete(work));
    underWay.add(work);
  };

  const hear = (event: string, data: string): Ending | undefined => {
    switch (event) {
      case 'listening':
        greet(JSON.parse(data) as Greeting);
        return undefined;
      case 'delivery':
        begin(JSON.parse(data) as HandedDelivery);
        return undefined;
      case 'paused':
        complain(
          'vatmock: the webhook endpoint was paused after too many failures; to resume deliveries, restart "vatmock listen".',
        );
        return undefined;
      case 'reset':
        print('The sandbox was reset; listening continues.');
        return undefined;
      case 'replaced':
      case 'stopped':
      case 'closed':
        return event;
      default:
        return undefined;
    }
  };

  return {
    hasBegun: () => greeting !== undefined,
    follow: async (signal) => {
      try {
        const answer = await server.call('GET', '/listen', {
          query: { name, events },
          headers: { accept: 'text/event-stream', ...(secret === undefined ? {} : { 'webhook-secret': secret }) },
          signal,
          silence: SILENCE,
        });
        for await (const { event, data } of readEventStream(answer.body)) {
          const ending = hear(event, data);
          if (ending !== undefined) return ending;
        }
        return 'broken';
      } catch (error) {
        if (signal.aborted) return 'left';
        if (error instanceof RemoteError) throw error;
        return 'broken';
      }
    },
    finish: async (timeout) => {
      isFinishing = true;
      if (underWay.size === 0) return;
      await Promise.race([
        Promise.all(underWay),
        new Promise<void>((resolve) => {
          after(timeout, resolve);
        }),
      ]);
    },
    close: () => local.destroy(),
  };
};

const toLine = (
  time: string,
  { eventType, eventId, number }: HandedDelivery,
  outcome: LocalOutcome,
  milliseconds: number,
): string => {
  const what = 'httpStatus' in outcome ? String(outcome.httpStatus) : `${outcome.failure}: ${outcome.detail}`;
  return `${time}  ${eventType}  ${eventId}  attempt ${String(number)}  ${what}  ${String(milliseconds)} ms`;
};

const toText = ({ headers, body }: HandedDelivery): string =>
  [...Object.entries(headers).map(([header, value]) => `${header}: ${value}`), '', body, ''].join('\n');
