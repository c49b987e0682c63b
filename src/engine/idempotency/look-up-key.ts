import { hash } from 'node:crypto';
import { andThen } from '../../kernel/and-then.ts';
import type { ApiRequest } from '../../kernel/http.ts';
import type { After } from '../../kernel/timers.ts';
import type { Assumed } from '../assumptions/assumed.ts';
import type { Operation } from '../contract/contract.ts';
import type { DecodedBody } from '../message/decoded-body.ts';
import type { Caller } from '../ports/ports.ts';
import { problem } from '../problems/problem.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { CompileAt } from '../validation/ajv.ts';
import { exactFingerprintOf, fingerprintOf } from './fingerprint.ts';
import type { IdempotencyRecords, KeyLookup } from './idempotency-records.ts';
import type { KeyUse } from './key-use.ts';

/** Milliseconds that a duplicate waits for the first request's response. Assumption: idempotency-in-flight. */
export const MAX_WAIT = 5000;

interface Request extends KeySender {
  readonly request: ApiRequest;
  readonly sandbox: Sandbox | undefined;
  readonly body: DecodedBody;
}

interface Added {
  /** Undefined without a key. */
  readonly idempotency: KeyUse | undefined;
}

const NONE: Added = { idempotency: undefined };

/**
 * Looks up the Idempotency-Key of a request: first use, replay or mismatch. Waits for a first request that is in
 * progress.
 */
export const createLookUpKey = ({
  idempotencyRecords,
  compilerFor,
  after,
}: {
  readonly idempotencyRecords: IdempotencyRecords;
  readonly compilerFor: (operation: Operation) => CompileAt;
  readonly after: After;
}): ((request: Request) => Added | Promise<Added>) => {
  const readKey = createReadKey(compilerFor);
  return (exchange) => {
    const { request, operation, sandbox, body } = exchange;
    if (sandbox === undefined) return NONE;
    const sent = readKey(request, operation);
    if (sent === undefined) return NONE;
    const { assumed } = sandbox;
    const key = scopeKey(sent, exchange, assumed);
    const toFingerprint = assumed.has('idempotency-fingerprint=bytes') ? exactFingerprintOf : fingerprintOf;
    const fingerprint = toFingerprint(request.method, request.path, body);
    const added = (found: KeyLookup): Added | Promise<Added> => {
      if (found.kind !== 'in-flight') return { idempotency: { sandbox, key, fingerprint, found } };
      const lookUpAgain = () => idempotencyRecords.lookUp(sandbox, key, fingerprint);
      const maxWait = assumed.has('idempotency-in-flight=conflict-at-once') ? 0 : MAX_WAIT;
      return awaitFirst(found.done, lookUpAgain, { after, maxWait }).then(added);
    };
    return andThen(idempotencyRecords.lookUp(sandbox, key, fingerprint), added);
  };
};

interface KeySender {
  readonly caller: Caller | undefined;
  readonly operation: Operation;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** The key within its scope: two requests share a response only if their scoped keys are equal. */
const scopeKey = (sent: string, { caller, operation, pathParameters }: KeySender, assumed: Assumed): string => {
  const key = caller === undefined ? publicKey(sent, pathParameters) : sent;
  // Assumption: idempotency-scope.
  if (assumed.has('idempotency-scope=client')) return `${caller?.clientId ?? ''} ${key}`;
  return assumed.has('idempotency-scope=operation') ? `${operation.id} ${key}` : key;
};

/**
 * The user of a public link shares no keys with the organization that created it, nor with users of other links.
 * Assumption: idempotency-public.
 */
const publicKey = (key: string, pathParameters: Readonly<Record<string, string>>): string =>
  `${hash('sha256', Object.values(pathParameters).join('\n'), 'base64url')} ${key}`;

interface Waiting {
  readonly after: After;
  readonly maxWait: number;
}

/**
 * Waits until the first request under a key completes, and looks the key up again: concurrent duplicates have one
 * effect and get the same response. If the first one fails, a duplicate takes over. Throws 409 after `maxWait`
 * milliseconds.
 */
const awaitFirst = async (
  done: Promise<void>,
  lookUpAgain: () => KeyLookup | Promise<KeyLookup>,
  { after, maxWait }: Waiting,
): Promise<KeyUse['found']> => {
  if (maxWait === 0) throw inFlight(maxWait);
  let expire = (): void => undefined;
  const expired = new Promise<'expired'>((resolve) => {
    expire = () => {
      resolve('expired');
    };
  });
  const timer = after(maxWait, expire);
  try {
    for (let first = done; ;) {
      const ended = first;
      if ((await Promise.race([ended, expired])) === 'expired') throw inFlight(maxWait);
      const found = await lookUpAgain();
      if (found.kind !== 'in-flight') return found;
      first = found.done;
    }
  } finally {
    timer.cancel();
  }
};

const inFlight = (maxWait: number): Error =>
  problem('idempotency-key-in-flight', {
    detail: `A request with the same Idempotency-Key is still in progress${maxWait === 0 ? '' : ` after ${String(maxWait / 1000)} seconds`}. Retry with the same key.`,
    headers: { 'retry-after': '1' },
  });

const HEADER = 'idempotency-key';

type Check = (key: string | undefined) => void;

/** Marks an operation without an Idempotency-Key. */
const NO_KEY = Symbol('no key');

/** Undefined if the operation has no key, or if an optional one was not sent. */
type ReadKey = (request: ApiRequest, operation: Operation) => string | undefined;

/**
 * Reads the Idempotency-Key and validates it against the description. Throws 400 for a missing, empty, too long or
 * second key.
 */
const createReadKey = (compilerFor: (operation: Operation) => CompileAt): ReadKey => {
  const checks = new WeakMap<Operation, Check | typeof NO_KEY>();

  const makeCheck = (operation: Operation): Check | typeof NO_KEY => {
    const parameter = operation.parameters.find(({ in: place, name }) => place === 'header' && name === HEADER);
    if (parameter === undefined) return NO_KEY;
    const fits = compilerFor(operation)(parameter.schema.pointer);
    return (key) => {
      if (key === undefined && !parameter.required) return;
      if (key === undefined || !fits(key)) throw malformed(parameter.label, key);
    };
  };

  const checkFor = (operation: Operation): Check | typeof NO_KEY => {
    let check = checks.get(operation);
    if (check === undefined) checks.set(operation, (check = makeCheck(operation)));
    return check;
  };

  return (request, operation) => {
    const check = checkFor(operation);
    if (check === NO_KEY) return undefined;
    const lines = request.headerLines(HEADER);
    if (lines.length > 1)
      throw problem('malformed-request', {
        detail: 'The request has more than one Idempotency-Key header: send one.',
      });
    const [key] = lines;
    check(key);
    return key;
  };
};

const malformed = (label: string, key: string | undefined): Error =>
  problem('malformed-request', {
    detail:
      key === undefined
        ? `Header ${label} is required: send a unique key of 1 to 255 characters, preferably a UUID, with every write.`
        : `Header ${label} must have 1 to 255 characters, but has ${String(key.length)}.`,
  });
