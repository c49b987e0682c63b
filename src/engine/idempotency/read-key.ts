import type { ApiRequest } from '../../kernel/http.ts';
import type { Operation } from '../contract/contract.ts';
import { problem } from '../problems/problem.ts';
import type { CompileAt } from '../validation/ajv.ts';

const HEADER = 'idempotency-key';

type Check = (key: string | undefined) => void;

/** Marks an operation without an Idempotency-Key. */
const NO_KEY = Symbol('no key');

/** Undefined if the operation has no key, or if an optional one was not sent. */
export type ReadKey = (request: ApiRequest, operation: Operation) => string | undefined;

/**
 * Reads the Idempotency-Key and validates it against the description. Throws 400 for a missing, empty, too long or
 * second key.
 */
export const createReadKey = (compilerFor: (operation: Operation) => CompileAt): ReadKey => {
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
