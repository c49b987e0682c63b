import { hash } from 'node:crypto';
import type { Assumed } from '../assumptions/assumed.ts';
import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Decoded, Idempotency, Recollected, WithBody } from '../exchange/exchange.ts';
import type { Recalled } from '../idempotency/idempotency-records.ts';
import type { Stage } from '../pipeline/pipeline.ts';
import { problem } from '../problems/problem.ts';
import { exactFingerprintOf, fingerprintOf } from '../idempotency/fingerprint.ts';
import type { Operation } from '../contract/contract.ts';

const HEADER = 'idempotency-key';

/** How long a twin waits for the first request's answer. Assumption: idempotency-in-flight. */
const PATIENCE = 5000;

type Added = Omit<Recollected, keyof Decoded>;

const NONE: Added = { idempotency: undefined };

type Check = (key: string | undefined) => void;

/** Of an operation that takes no Idempotency-Key. */
const NO_KEY = Symbol('no key');

/**
 * Asks whether the Idempotency-Key was seen before: first, replay or mismatch. Ends with 400 for a missing, empty or
 * over-long key, and with 409 idempotency-key-in-flight when the first request takes longer than a twin will wait.
 */
export const lookupIdempotency = ({ idempotencyRecords, compilerFor, after }: EngineParts): Stage<WithBody, Added> => {
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

  return {
    name: 'lookup-idempotency',
    run: (exchange) => {
      const { request, operation, sandbox, body, caller, pathParameters } = exchange;
      const check = checkFor(operation);
      if (sandbox === undefined || check === NO_KEY) return NONE;
      const lines = request.headerLines(HEADER);
      if (lines.length > 1)
        throw problem('malformed-request', {
          detail: 'The request has more than one Idempotency-Key header: send one.',
        });
      const [sent] = lines;
      check(sent);
      if (sent === undefined) return NONE;
      const own = caller === undefined ? keyOfStranger(sent, pathParameters) : sent;
      const key = scoped(own, exchange, sandbox.assumed);
      const toFingerprint = sandbox.assumed.has('idempotency-fingerprint=bytes') ? exactFingerprintOf : fingerprintOf;
      const fingerprint = toFingerprint(request.method, request.path, body);
      const added = (recalled: Recalled): Added | Promise<Added> => {
        if (recalled.kind !== 'in-flight') return { idempotency: { sandbox, key, fingerprint, recalled } };
        const ask = () => idempotencyRecords.recall(sandbox, key, fingerprint);
        const patience = sandbox.assumed.has('idempotency-in-flight=conflict-at-once') ? 0 : PATIENCE;
        return waitForTwin(recalled.done, ask, { after, patience }).then(added);
      };
      const recalled = idempotencyRecords.recall(sandbox, key, fingerprint);
      return recalled instanceof Promise ? recalled.then(added) : added(recalled);
    },
  };
};

/**
 * Whoever holds a link shares no keys with the organization that made it, nor with the holder of another link. Assumption:
 * idempotency-public.
 */
const keyOfStranger = (key: string, pathParameters: Readonly<Record<string, string>>): string =>
  `${hash('sha256', Object.values(pathParameters).join('\n'), 'base64url')} ${key}`;

/** Keys are told apart by what they are unique within. Assumption: idempotency-scope. */
const scoped = (key: string, { caller, operation }: WithBody, assumed: Assumed): string => {
  if (assumed.has('idempotency-scope=client')) return `${caller?.clientId ?? ''} ${key}`;
  return assumed.has('idempotency-scope=operation') ? `${operation.id} ${key}` : key;
};

/** Concurrent twins: one effect, and both get the same answer. When the first one fails, a twin takes its place. */
const waitForTwin = async (
  done: Promise<void>,
  ask: () => Recalled | Promise<Recalled>,
  { after, patience }: Pick<EngineParts, 'after'> & { readonly patience: number },
): Promise<Idempotency['recalled']> => {
  let expire = (): void => undefined;
  const expired = new Promise<'expired'>((resolve) => {
    expire = () => {
      resolve('expired');
    };
  });
  if (patience === 0) throw inFlight(patience);
  const timer = after(patience, expire);
  try {
    for (let twin = done; ;) {
      if ((await Promise.race([twin, expired])) === 'expired') throw inFlight(patience);
      const recalled = await ask();
      if (recalled.kind !== 'in-flight') return recalled;
      twin = recalled.done;
    }
  } finally {
    timer.cancel();
  }
};

const inFlight = (patience: number): Error =>
  problem('idempotency-key-in-flight', {
    detail: `A request with the same Idempotency-Key is still in progress${patience === 0 ? '' : ` after ${String(patience / 1000)} seconds`}. Retry with the same key.`,
    headers: { 'retry-after': '1' },
  });

const malformed = (label: string, key: string | undefined): Error =>
  problem('malformed-request', {
    detail:
      key === undefined
        ? `Header ${label} is required: send a unique key of 1 to 255 characters, preferably a UUID, with every write.`
        : `Header ${label} must have 1 to 255 characters, but has ${String(key.length)}.`,
  });
