import { createHostResolver } from '../../edges/webhooks/resolve-host.ts';
import { NO_RESPONSE, createSender } from '../../edges/webhooks/undici-sender.ts';
import { createEgressGuard, entryFor, parseAllowList } from '../../engine/webhooks/egress.ts';
import type { Failure } from '../../engine/webhooks/delivery.ts';
import type { Terminal } from '../terminal/terminal.ts';

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
  | { readonly failure: Exclude<Failure, 'refused'>; readonly detail: string };

const NEVER = new AbortController().signal;

/** Sends a delivery with its original headers and bytes to the URL that the user typed, as the server sends deliveries. */
export const forwardDelivery = async (
  { headers, body }: Pick<HandedDelivery, 'headers' | 'body'>,
  to: string,
  /** Milliseconds. */
  timeout: number,
  { clock, after }: Pick<Terminal, 'clock' | 'after'>,
): Promise<LocalOutcome> => {
  const guard = createEgressGuard({ mode: 'local', allowed: parseAllowList(entryFor(to)) });
  const resolve = createHostResolver({ clock, after });
  const { send } = createSender({ guard, resolve, clock, after, timeout, tellsAll: true, isHosted: false });
  const { httpStatus = 0, answer = '', failure, detail = '' } = await send({ url: to, headers, body }, NEVER);
  if (failure === undefined) return { httpStatus, ...(answer !== '' && { answer }) };
  switch (failure) {
    case 'tls_failed':
      return { failure, detail: `the certificate of ${to} is not trusted (${detail})` };
    case 'answer_broken':
      return { failure, detail: `${to} aborted its response (${detail})` };
    case 'timeout':
      if (detail === NO_RESPONSE) return { failure, detail: `no response from ${to} within ${timeout} ms` };
  }
  return { failure: 'connect_failed', detail: `${to} is unreachable (${detail})` };
};
