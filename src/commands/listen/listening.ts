import { Agent, type Dispatcher, request } from 'undici';
import { codeOf } from '../../edges/webhooks/open-connection.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { After } from '../../kernel/timers.ts';
import { readEventStream } from '../remote/event-stream.ts';
import { RemoteError } from '../remote/remote-error.ts';
import type { ServerAccess } from '../remote/server-access.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ListenOptions } from './listen-options.ts';

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

/** Why a stream ended. */
type Ending = 'left' | 'broken' | 'closed' | 'replaced' | 'stopped';

export type Listening = ReturnType<typeof createListening>;

/** Milliseconds without data before the stream counts as broken; the server sends a keep-alive every 15 seconds. */
const SILENCE = 45_000;

/** The listener's share of the server's timeout: the listener can tell more precisely what took so long. */
const OUR_PART = 0.95;

/** "15 seconds (3 of them to connect)." Milliseconds. */
const CONNECT_TIMEOUT = 3000;

export const createListening = (server: ServerAccess, options: ListenOptions, terminal: Terminal) => {
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
    // If the server loses its state, the receiver's secret remains valid.
    secret = now.secret;
  };

  const tell = async ({ attempt }: HandedDelivery, outcome: LocalOutcome): Promise<void> => {
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
    /** Whether a stream was ever opened. */
    hasBegun: (): boolean => greeting !== undefined,
    /** Follows one stream until it ends; throws on a refusal. */
    follow: async (signal: AbortSignal): Promise<Ending> => {
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
    /** Stops accepting deliveries and waits up to this many milliseconds for those in progress. */
    finish: async (timeout: number) => {
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

/** One delivery attempt, as the server sends it. */
interface HandedDelivery {
  readonly attempt: string;
  /** Attempt number, from 1. */
  readonly number: number;
  readonly eventId: string;
  readonly eventType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Outcome of the attempt, in the form that the server expects. */
type LocalOutcome =
  | { readonly httpStatus: number; readonly answer?: string }
  | {
      readonly failure: 'connect_failed' | 'tls_failed' | 'timeout' | 'answer_broken';
      readonly detail: string;
    };

interface Forwarding {
  /** URL that the user typed; no response can redirect it. */
  readonly to: string;
  readonly dispatcher: Dispatcher;
  readonly after: After;
  /** Milliseconds. */
  readonly timeout: number;
}

/** Maximum bytes of a response that are read and reported. */
const ANSWER_BYTES = 16_384;
const REPORTED_BODY = 500;

/** Forwards a delivery with its original headers and bytes; redirects are reported like any other response. */
const forwardDelivery = async (
  { headers, body }: HandedDelivery,
  { to, dispatcher, after, timeout }: Forwarding,
): Promise<LocalOutcome> => {
  const deadline = new AbortController();
  const timer = after(timeout, () => {
    deadline.abort();
  });
  try {
    const answer = await request(to, { method: 'POST', headers, body, dispatcher, signal: deadline.signal });
    const text = await beginningOf(answer.body);
    return { httpStatus: answer.statusCode, ...(text === '' ? {} : { answer: text }) };
  } catch (error) {
    if (deadline.signal.aborted)
      return { failure: 'timeout', detail: `no response from ${to} within ${String(timeout)} ms` };
    return toFailure(error, to);
  } finally {
    timer.cancel();
  }
};

const beginningOf = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= ANSWER_BYTES) break;
  }
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replaceAll(/[^\P{Cc}\n]/gu, '\uFFFD');
  return Array.from(text.slice(0, REPORTED_BODY)).join('');
};

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const toFailure = (error: unknown, to: string): LocalOutcome => {
  const code = codeOf(error);
  if (UNREACHABLE.has(code)) return { failure: 'connect_failed', detail: `${to} is unreachable (${code})` };
  if (/CERT|TLS|SSL|EPROTO|UNABLE_TO_VERIFY/.test(code))
    return { failure: 'tls_failed', detail: `the certificate of ${to} is not trusted (${code})` };
  return { failure: 'answer_broken', detail: `${to} aborted its response (${code})`.slice(0, 300) };
};
