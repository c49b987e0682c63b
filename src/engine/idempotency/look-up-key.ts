import { andThen } from '../../kernel/and-then.ts';
import type { ApiRequest } from '../../kernel/http.ts';
import type { Operation } from '../contract/contract.ts';
import type { DecodedBody } from '../message/decoded-body.ts';
import type { After } from '../../kernel/timers.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { CompileAt } from '../validation/ajv.ts';
import { awaitFirst } from './await-first.ts';
import { exactFingerprintOf, fingerprintOf } from './fingerprint.ts';
import type { IdempotencyRecords, KeyLookup } from './idempotency-records.ts';
import type { KeyUse } from './key-use.ts';
import { createReadKey } from './read-key.ts';
import { type KeySender, scopeKey } from './scope-key.ts';

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
