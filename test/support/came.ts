import {
  type Evaluation,
  type ObservedReport,
  observe,
  reportOf,
} from '../../src/engine/scenarios/expectations/evaluation.ts';
import type { Observation, ObservedEvent, ObservedRequest } from '../../src/engine/scenarios/expectations/observed.ts';
import { factsOf } from '../../src/engine/matching/condition.ts';

export interface CameOptions {
  readonly id?: string;
  readonly operationId?: string;
  readonly answered?: number;
  readonly lostBy?: string;
  readonly clientId?: string;
  readonly key?: string;
  readonly retryAfter?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

let ids = 0;

/** A request as expectations see it, at a time in milliseconds after activation, which is at 0. */
export const cameRequest = (at: number, options: CameOptions = {}): Observation & ObservedRequest => {
  const { id = `r${String(++ids)}`, operationId = 'createOrder', lostBy, clientId = 'client', headers = {} } = options;
  const answered = lostBy === undefined ? (options.answered ?? 200) : undefined;
  return {
    kind: 'request',
    at,
    answered,
    lostBy,
    clientId,
    idempotencyKey: options.key,
    retryAfter: options.retryAfter,
    moment: { id, receivedAt: at, sandbox: undefined, startedAt: at, endedReadingAt: at, status: answered ?? 0 },
    facts: () =>
      factsOf({
        request: {
          method: 'POST',
          path: '/',
          query: '',
          origin: 'http://stub',
          headerLines: () => [],
          header: (name) => headers[name],
          readBody: () => Promise.resolve(new Uint8Array(0)),
        },
        pathParameters: {},
        input: { body: options.body },
      }),
    summary: () => ({ id, method: 'POST', path: '/orders', operationId, status: answered ?? null }),
    hide: (difference) => difference,
  };
};

export const cameEvent = (at: number, type: string, data: object = {}): Observation & ObservedEvent => {
  const id = `e${String(++ids)}`;
  return { kind: 'event', at, type, data, summary: () => ({ id, type }), hide: (difference) => difference };
};

/** Evaluates a complete sequence at once. */
export const evaluate = (
  expectations: Evaluation['expectations'],
  run: Pick<Evaluation, 'scenario' | 'activatedAt' | 'seenSince'>,
  happenings: readonly Observation[],
  now: number,
): ObservedReport => reportOf(happenings.reduce(observe<Evaluation>, { ...run, expectations, counts: [] }), now);
