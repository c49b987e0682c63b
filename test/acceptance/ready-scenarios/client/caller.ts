import { randomUUID } from 'node:crypto';
import { type Answer, NoAnswer, exchange } from './exchange.ts';
import type { Habits } from './habits.ts';
import type { Time } from './time.ts';
import type { Tokens } from './tokens.ts';

/** Something that is to be done, however many attempts it takes. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
  readonly ifMatch?: string | undefined;
}

interface Done {
  readonly status: number;
  readonly etag: string | undefined;
  readonly headers: Headers;
  readonly text: string;
  /** Of the shape that the description gives to the answer. */
  readonly body: unknown;
}

/** As far as it came. */
interface Problem {
  readonly type?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly traceId?: string;
  readonly currentResource?: { readonly uuid: string };
}

/** The service has said no, and will say so again. */
export class Refused extends Error {
  readonly status: number;
  /** The last part of the type; undefined for a type that this client does not know. */
  readonly type: string | undefined;
  readonly problem: Problem;
  constructor(status: number, problem: Problem) {
    super(`${String(status)} ${problem.title ?? ''}: ${problem.detail ?? ''}`);
    this.status = status;
    this.problem = problem;
    this.type = KNOWN_TYPES.find((name) => problem.type?.endsWith(`/problems/${name}`));
  }
}

/** "Clients key on this, not on status or title"; and "new problem types may be added, so clients must tolerate unknown ones". */
const KNOWN_TYPES = [
  'capability-required',
  'dpa-not-accepted',
  'version-mismatch',
  'resource-exists-different-body',
  'milestone-already-set',
  'milestone-not-reached',
  'idempotency-key-reused',
];

/** All attempts have failed: it is kept for later, under the key that it had. */
class GaveUp extends Error {}

export interface Caller {
  readonly call: (call: Call) => Promise<Done>;
  /** What its operators are told, trace ids among it. */
  readonly log: string[];
}

export interface CallerParts {
  readonly baseUrl: string;
  readonly tokens: Tokens;
  readonly habits: Habits;
  readonly time: Time;
  readonly leaving: AbortSignal;
}

const SECOND = 1000;

export const createCaller = ({ baseUrl, tokens, habits, time, leaving }: CallerParts): Caller => {
  const log: string[] = [];
  /** Before this nothing is sent at all. */
  let silentUntil = 0;
  let stopped: Refused | undefined;

  const attempt = async ({ method, path, body, ifMatch }: Call, key: string, tries: number): Promise<Answer> =>
    exchange({
      method,
      url: baseUrl + path,
      headers: {
        authorization: `Bearer ${await tokens.get()}`,
        ...(method === 'GET' ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined || !habits.sendsIfMatch ? {} : { 'if-match': ifMatch }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      patience: habits.patience * (habits.growsPatient ? 2 ** (tries - 1) : 1),
      timesWholeAnswer: habits.timesWholeAnswer,
      leaving,
    });

  const isJson = ({ mediaType }: Answer): boolean => !habits.readsMediaType || /[/+]json$/.test(mediaType);

  const call = async (wanted: Call): Promise<Done> => {
    let key = randomUUID();
    let isTokenNew = false;
    for (let tries = 1; tries <= habits.attempts; tries++) {
      if (stopped !== undefined && habits.stopsWithoutAgreement) throw stopped;
      if (habits.waits) await time.wait(Math.max(0, silentUntil - time.now()));
      const answer = await attempt(wanted, key, tries).catch((error: unknown) => {
        if (error instanceof NoAnswer) return undefined;
        throw error;
      });
      if (!habits.keepsKey) key = randomUUID();
      if (answer === undefined || answer.status >= 500 || answer.status === 429 || !isUsable(answer)) {
        noteFailure(answer);
        await pause(answer, tries);
        continue;
      }
      if (!habits.toleratesDeprecation && answer.headers.has('deprecation'))
        throw new GaveUp(`${wanted.path} will end`);
      const body = read(answer);
      if (answer.status < 400) return toDone(answer, body);
      const problem: Problem = body ?? {};
      const refused = new Refused(answer.status, problem);
      if (answer.status === 401 && !isTokenNew) {
        tokens.drop();
        isTokenNew = true;
        continue;
      }
      log.push(`${refused.message} (trace ${problem.traceId ?? 'unknown'})`);
      if (refused.type === 'dpa-not-accepted') stopped = refused;
      if (habits.acceptsRefusals) throw refused;
    }
    throw new GaveUp(`${wanted.method} ${wanted.path} failed ${String(habits.attempts)} times`);
  };

  /** A page of a proxy is no answer of the service. */
  const isUsable = (answer: Answer): boolean => answer.status < 400 || isJson(answer);

  const read = (answer: Answer): object | undefined =>
    answer.text !== '' && isJson(answer) ? (JSON.parse(answer.text) as object) : undefined;

  const noteFailure = (answer: Answer | undefined): void => {
    const { traceId = 'unknown' }: Problem = (answer === undefined ? undefined : read(answer)) ?? {};
    log.push(`${answer === undefined ? 'no answer' : String(answer.status)} (trace ${traceId})`);
  };

  const pause = async (answer: Answer | undefined, tries: number): Promise<void> => {
    const told = Number(answer?.headers.get('retry-after') ?? NaN) * SECOND;
    if (!habits.waits) return;
    if (Number.isNaN(told)) await time.wait(SECOND * 2 ** (tries - 1));
    else silentUntil = time.now() + told;
  };

  return { call, log };
};

const toDone = ({ status, headers, text }: Answer, body: unknown): Done => ({
  status,
  headers,
  etag: headers.get('etag') ?? undefined,
  text,
  body,
});
