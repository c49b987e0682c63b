import { setTimeout as sleep } from 'node:timers/promises';
import { SERVED_BY } from '../../support/round-robin-proxy.ts';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly key?: string;
  readonly body?: unknown;
}

/** What came of one attempt; without a status the connection has ended. */
export interface Answer {
  readonly status: number | undefined;
  readonly text: string;
  readonly retryAfter: string | undefined;
  /** Which server has answered. */
  readonly replica: number | undefined;
  readonly milliseconds: number;
  /** When it came, by `performance.now()`. */
  readonly at: number;
  /** The id of the request in the journal. */
  readonly requestId: string | undefined;
}

export interface Traffic {
  readonly url: string;
  /** One attempt. */
  readonly send: (sent: Sent) => Promise<Answer>;
  /** As a client does it: again with the same key, until there is an answer that is one. */
  readonly untilAnswered: (sent: Sent) => Promise<Answer>;
  /** All attempts so far. */
  readonly answers: readonly Answer[];
}

/** Milliseconds that a client waits for an answer. */
const PATIENCE = 8000;
/** Milliseconds between two attempts. */
const PAUSE = 100;
/** Milliseconds after which a client gives up for good. */
const LONGEST = 90_000;

export const createTraffic = (url: string, patience = PATIENCE): Traffic => {
  const answers: Answer[] = [];

  const send: Traffic['send'] = async ({ method, path, token, key, body }) => {
    const begin = performance.now();
    const finish = (answer: Omit<Answer, 'milliseconds' | 'at'>): Answer => {
      const at = performance.now();
      const whole = { ...answer, milliseconds: at - begin, at };
      answers.push(whole);
      return whole;
    };
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patience),
      });
      const text = await response.text();
      const { status, headers } = response;
      const servedBy = headers.get(SERVED_BY);
      return finish({
        ...{ status, text },
        retryAfter: headers.get('retry-after') ?? undefined,
        requestId: headers.get('x-mock-request-id') ?? undefined,
        replica: servedBy === null ? undefined : Number(servedBy),
      });
    } catch {
      return finish({
        ...{ status: undefined, text: '' },
        retryAfter: undefined,
        replica: undefined,
        requestId: undefined,
      });
    }
  };

  return {
    url,
    send,
    untilAnswered: async (sent) => {
      const begin = performance.now();
      for (;;) {
        const answer = await send(sent);
        if (!isWorthAnother(answer)) return answer;
        if (performance.now() - begin > LONGEST)
          throw new Error(`${sent.method} ${sent.path} was never answered: ${toEnd(answer)}`);
        await sleep(PAUSE);
      }
    },
    answers,
  };
};

const isWorthAnother = ({ status, text }: Answer): boolean =>
  status === undefined || status === 503 || (status === 409 && text.includes('idempotency-key-in-flight'));

export const toEnd = ({ status, text }: Answer): string =>
  status === undefined ? 'no answer' : `${String(status)} ${text.slice(0, 200)}`;

/** `201 x 400, 503 x 12, no answer x 3` */
export const countAnswers = (answers: readonly Answer[]): string => {
  const counts = new Map<string, number>();
  for (const { status } of answers) {
    const name = status === undefined ? 'no answer' : String(status);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, count]) => `${name} x ${String(count)}`)
    .join(', ');
};
