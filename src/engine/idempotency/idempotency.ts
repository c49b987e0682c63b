import { hash } from 'node:crypto';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { ApiRequest } from '../../kernel/http.ts';
import { memoize, getOrInsert } from '../../kernel/caches.ts';
import type { After } from '../../kernel/timers.ts';
import type { Operation } from '../contract/contract.ts';
import type { Exchange, KeyUse, Routed, Settled } from '../exchange/exchange.ts';
import type { Answer, DecodedBody } from '../message/message.ts';
import { problem } from '../problems/problem.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import type { Compile } from '../validation/ajv.ts';
import { exactFingerprintOf, fingerprintOf, isSameRequest } from './fingerprint.ts';
import { keyRecords, toAnswer, toKeyRecord } from './key-record.ts';

export type Idempotency = ReturnType<typeof createIdempotency>;

/** A first request that is in progress in this process. */
interface InFlight {
  readonly fingerprint: string;
  /** By the clock of the sandbox. */
  readonly beganAt: number;
  /** The pending look at the stored records, during which it is unknown whether the key was used before. */
  lookedUp: Promise<unknown> | undefined;
  /** Duplicates waiting for it to complete or fail; usually none. */
  readonly waiting: (() => void)[];
}

/** Milliseconds that a duplicate waits for the first request's response. Assumption: idempotency-in-flight. */
export const MAX_WAIT = 5000;

/** Error statuses that are decided by an operation itself. Assumption: idempotency-stored-replies. */
const DECIDED = new Set([403, 404, 409]);

/** Batch size of the cleanup of expired records, which runs once per this many new records. */
const CLEARED_AT_ONCE = 50;

const HEADER = 'idempotency-key';

/**
 * One key, one effect: the first request under an Idempotency-Key is carried out, a repetition gets its stored response.
 * Two clients of one organization share keys, two organizations never do.
 */
export const createIdempotency = ({
  window,
  compilerFor,
  after,
  findHeaderFault,
}: {
  /** Lifetime of a key, in milliseconds. */
  readonly window: number;
  readonly compilerFor: (operation: Operation) => Compile;
  readonly after: After;
  /** Of a server whose users share its origin: why a stored header cannot be sent. */
  readonly findHeaderFault?: ((name: string, value: string) => string | undefined) | undefined;
}) => {
  const readKey = createReadKey(compilerFor);
  /**
   * By sandbox and key; a map that is empty is dropped. One that lives long is moved to where V8 collects rarely, and would leave
   * a table there for every few requests.
   */
  const inFlight = new Map<Sandbox, Map<string, InFlight>>();
  let kept = 0;

  const release = ({ sandbox, key }: Pick<KeyUse, 'sandbox' | 'key'>): void => {
    const keys = inFlight.get(sandbox);
    const first = keys?.get(key);
    keys?.delete(key);
    if (keys?.size === 0) inFlight.delete(sandbox);
    for (const wake of first?.waiting ?? []) wake();
  };

  /** The key is reserved from here on, also while it is looked up. */
  const begin = ({ sandbox, key, fingerprint }: Omit<KeyUse, 'found'>): Promise<KeyUse['found']> => {
    const beganAt = sandbox.clock.now();
    const first: InFlight = { fingerprint, beganAt, lookedUp: undefined, waiting: [] };
    getOrInsert(inFlight, sandbox, () => new Map()).set(key, first);
    const found = sandbox
      .read((reading) => reading.get(keyRecords, key))
      .then(
        (known): KeyUse['found'] => {
          first.lookedUp = undefined;
          if (known === undefined || beganAt - known.beganAt >= window)
            return { kind: 'first', beganAt, isNew: known === undefined };
          release({ sandbox, key });
          return isSameRequest(known.fingerprint, fingerprint)
            ? { kind: 'replay', beganAt: known.beganAt, answer: toAnswer(known) }
            : { kind: 'mismatch', beganAt: known.beganAt };
        },
        (error: unknown) => {
          release({ sandbox, key });
          throw error;
        },
      );
    first.lookedUp = found;
    return found;
  };

  /** Waits for the first request: duplicates have one effect and get the same response; if it fails, one takes over. */
  const waitForFirst = async (use: Omit<KeyUse, 'found'>, maxWait: number): Promise<KeyUse['found']> => {
    let expired: Promise<'expired'> | undefined;
    let cancel: (() => void) | undefined;
    const findTwin = () => inFlight.get(use.sandbox)?.get(use.key);
    try {
      for (let twin = findTwin(); twin !== undefined; twin = findTwin()) {
        const { lookedUp, waiting, fingerprint, beganAt } = twin;
        if (lookedUp !== undefined) {
          await lookedUp.catch(() => undefined);
          continue;
        }
        if (!isSameRequest(fingerprint, use.fingerprint)) return { kind: 'mismatch', beganAt };
        if (maxWait === 0) throw stillInFlight(maxWait);
        expired ??= new Promise((resolve) => {
          cancel = after(maxWait, () => {
            resolve('expired');
          }).cancel;
        });
        const done = new Promise<void>((resolve) => waiting.push(resolve));
        if ((await Promise.race([done, expired])) === 'expired') throw stillInFlight(maxWait);
      }
      return await begin(use);
    } finally {
      cancel?.();
    }
  };

  /** Stores the response to a first request in the transaction of its effects; false if the request is no first one. */
  const keep = (work: UnitOfWork, use: KeyUse | undefined, answer: Answer): boolean => {
    // A stream is read once.
    if (use?.found.kind !== 'first' || answer.reply.live !== undefined) return false;
    const { key, fingerprint, found } = use;
    if (!found.isNew) {
      const same = work.get(keyRecords, key);
      if (same !== undefined) work.remove(keyRecords, same);
    }
    if (kept++ % CLEARED_AT_ONCE === 0) clearOldest(work, window);
    // The window is measured from the first request.
    work.insert(keyRecords, () => toKeyRecord({ key, fingerprint, beganAt: found.beganAt }, answer));
    return true;
  };

  return {
    /**
     * Looks up the key of a request; undefined without one. Ends with 400 for a missing, empty or over-long key, and with
     * 409 idempotency-key-in-flight if the first request takes longer than a concurrent repetition waits.
     */
    lookUp: (sent: Routed & { readonly body: DecodedBody }): Promise<{ readonly idempotency: KeyUse }> | undefined => {
      const { request, operation, sandbox, body } = sent;
      if (sandbox === undefined) return undefined;
      const header = readKey(request, operation);
      if (header === undefined) return undefined;
      const { assumed } = sandbox;
      const toFingerprint = assumed.has('idempotency-fingerprint=bytes') ? exactFingerprintOf : fingerprintOf;
      const use = {
        sandbox,
        key: scopeKey(header, sent),
        fingerprint: toFingerprint(request.method, request.path, body),
      };
      const maxWait = assumed.has('idempotency-in-flight=conflict-at-once') ? 0 : MAX_WAIT;
      const found = inFlight.get(sandbox)?.has(use.key) === true ? waitForFirst(use, maxWait) : begin(use);
      return found.then((known) => ({ idempotency: { ...use, found: known } }));
    },
    /**
     * The stored response to a repeated request, byte for byte; undefined for a first one. Ends with 422
     * idempotency-key-reused, without `errors[]`, if the key was used with another body, path or method.
     */
    replay: ({ idempotency, request }: Exchange): Answer | undefined => {
      const found = idempotency?.found;
      if (found?.kind === 'mismatch')
        throw problem('idempotency-key-reused', {
          detail: `The Idempotency-Key was first used at ${toIsoDateTime(found.beganAt)} with a different body, path or method. Retry that request unchanged, or use a new key.`,
        });
      if (found?.kind !== 'replay') return undefined;
      const { reply, source } = found.answer;
      const stored =
        findHeaderFault === undefined ? reply.headers : harmless(reply.headers, request.origin, findHeaderFault);
      return { reply: { ...reply, headers: { ...stored, 'idempotency-replayed': 'true' } }, source };
    },
    keep,
    /**
     * Stores the response to a first request unless `keep` has done so, and releases the key, so that waiting duplicates
     * look it up again. A request that did not reach its operation (400, 415, 422, 429) had no effect, and one that failed
     * (5xx) may be retried: nothing is stored for them.
     */
    store: (ended: Settled): undefined | Promise<undefined> => {
      const use = ended.idempotency;
      if (use?.found.kind !== 'first') return undefined;
      if (ended.isKept === true || !isStored(use, ended)) {
        release(use);
        return undefined;
      }
      return use.sandbox
        .transact((work) => keep(work, use, ended))
        .then(() => undefined)
        .finally(() => {
          release(use);
        });
    },
  };
};

/** No error of a public operation is stored: guessing links must not fill a sandbox. */
const isStored = ({ sandbox }: KeyUse, { input, caller, reply: { status } }: Settled): boolean => {
  // Then the request was not valid, and so did not reach its operation.
  if (input === undefined) return false;
  if (status >= 200 && status < 300) return true;
  if (caller === undefined || !DECIDED.has(status)) return false;
  return !sandbox.assumed.has('idempotency-stored-replies=success-only');
};

/** Removes expired records. */
const clearOldest = (work: UnitOfWork, window: number): void => {
  for (const record of work.page(keyRecords, { page: 0, size: CLEARED_AT_ONCE }).values)
    if (work.now - record.beganAt >= window) work.remove(keyRecords, record);
};

/** The user of a public link shares no keys with the organization that created it, nor with users of other links. */
const scopeKey = (header: string, { caller, pathParameters }: Routed): string => {
  // Assumption: idempotency-public.
  const link = caller === undefined ? hash('sha256', Object.values(pathParameters).join('\n'), 'base64url') : undefined;
  return link === undefined ? header : `${link} ${header}`;
};

const stillInFlight = (maxWait: number): Error =>
  problem('idempotency-key-in-flight', {
    detail: `A request with the same Idempotency-Key is still in progress${maxWait === 0 ? '' : ` after ${maxWait / 1000} seconds`}. Retry with the same key.`,
    headers: { 'retry-after': '1' },
  });

/** Reads the key and validates it against the description; undefined if there is none, and needs to be none. */
const createReadKey = (
  compilerFor: (operation: Operation) => Compile,
): ((request: ApiRequest, operation: Operation) => string | undefined) => {
  const ruleOf = memoize((operation: Operation) => {
    const parameter = operation.parameters.find(({ in: place, name }) => place === 'header' && name === HEADER);
    const fits: (key: string) => boolean =
      parameter === undefined ? () => false : compilerFor(operation)(parameter.schema.pointer);
    return { parameter, fits };
  });
  return (request, operation) => {
    const { parameter, fits } = ruleOf(operation);
    if (parameter === undefined) return undefined;
    const [key, second] = request.headerLines(HEADER);
    if (second !== undefined)
      throw problem('malformed-request', {
        detail: 'The request has more than one Idempotency-Key header: send one.',
      });
    if (key === undefined && !parameter.required) return undefined;
    if (key !== undefined && fits(key)) return key;
    throw problem('malformed-request', {
      detail:
        key === undefined
          ? `Header ${parameter.label} is required: send a unique key of 1 to 255 characters, preferably a UUID, with every write.`
          : `Header ${parameter.label} must have 1 to 255 characters, but has ${key.length}.`,
    });
  };
};

/**
 * Stored responses may come from an imported state: only headers that a scenario may set are sent. Resources that were
 * created on another server are at the same path here.
 */
const harmless = (
  headers: Readonly<Record<string, string>>,
  origin: string,
  find: (name: string, value: string) => string | undefined,
): Record<string, string> => {
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const own = name === 'location' ? moveTo(origin, value) : value;
    if (find(name, own) === undefined) sent[name] = own;
  }
  return sent;
};

const moveTo = (origin: string, location: string): string =>
  /^https?:/.test(location) && URL.canParse(location) && !location.startsWith(`${origin}/`)
    ? origin + new URL(location).pathname
    : location;
