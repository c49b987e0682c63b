import { type Dispatcher, request } from 'undici';
import { codeOf } from '../../edges/webhooks/open-connection.ts';
import type { After } from '../../kernel/timers.ts';

/** One delivery attempt, as the server sends it. */
export interface HandedDelivery {
  readonly attempt: string;
  /** Attempt number, from 1. */
  readonly number: number;
  readonly eventId: string;
  readonly eventType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Outcome of the attempt, in the form that the server expects. */
export type LocalOutcome =
  | { readonly httpStatus: number; readonly answer?: string }
  | {
      readonly failure: 'connect_failed' | 'tls_failed' | 'timeout' | 'answer_broken';
      readonly detail: string;
    };

/** Maximum bytes of a response that are read and reported. */
const ANSWER_BYTES = 16_384;
const REPORTED_BODY = 500;

/**
 * Forwards a delivery with its original headers and bytes to the URL that the user typed; redirects are reported like
 * any other response.
 */
export const forwardDelivery = async (
  { headers, body }: Pick<HandedDelivery, 'headers' | 'body'>,
  {
    to,
    dispatcher,
    after,
    timeout,
  }: {
    readonly to: string;
    readonly dispatcher: Dispatcher;
    readonly after: After;
    /** Milliseconds. */
    readonly timeout: number;
  },
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
    const code = codeOf(error);
    if (UNREACHABLE.has(code)) return { failure: 'connect_failed', detail: `${to} is unreachable (${code})` };
    if (/CERT|TLS|SSL|EPROTO|UNABLE_TO_VERIFY/.test(code))
      return { failure: 'tls_failed', detail: `the certificate of ${to} is not trusted (${code})` };
    return { failure: 'answer_broken', detail: `${to} aborted its response (${code})`.slice(0, 300) };
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
