import { applyPatch, type Operation } from 'rfc6902';
import { canonicalize } from '../../kernel/canonical-json.ts';
import { isObject, type Json, parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import { sizeUpTo } from '../../kernel/json-pieces.ts';
import { referenceTokens, valueIn } from '../../kernel/json-pointer.ts';
import { invalidMember } from '../problems/problem.ts';

const MOST_OPERATIONS = 1000;

/** Characters that a patch may copy and compare: copies of copies grow exponentially. */
const MOST_COPIED = 262_144;

/** RFC 6902: all operations, or a refusal that names the first one that fails. */
export const jsonPatch = (target: unknown, operations: unknown): unknown => {
  const patched = parseOwnJson(stringifyJson(target));
  const all = Array.isArray(operations) ? (operations as readonly unknown[]) : [operations];
  let left = MOST_COPIED;
  for (const [index, operation] of all.entries()) {
    const fault =
      index === MOST_OPERATIONS
        ? `a patch has at most ${MOST_OPERATIONS} operations`
        : apply(patched, operation, (value) => (left -= sizeUpTo(left, value)) >= 0);
    if (fault === undefined) continue;
    const what = `Operation ${index} of the JSON Patch`;
    throw invalidMember(`/${index}`, fault, operation, `${what} cannot be applied (${fault}), so nothing was changed.`);
  }
  return parseOwnJson(stringifyJson(patched));
};

const apply = (target: Json, operation: unknown, mayCopy: (value: unknown) => boolean): string | undefined => {
  const { op, path, from, value } = isObject(operation) ? operation : {};
  if (typeof path !== 'string' || !isPointer(path)) return 'it needs a JSON Pointer as its "path"';
  if ((op === 'copy' || op === 'move') && (typeof from !== 'string' || !isPointer(from)))
    return 'it needs a JSON Pointer as its "from"';
  const source = valueIn(target, referenceTokens(String(op === 'test' ? path : from)));
  if ((op === 'copy' || op === 'test') && !mayCopy(source)) return 'the patch copies or compares too much';
  if (op === 'test')
    return canonicalize((source ?? null) as Json) === canonicalize((value ?? null) as Json)
      ? undefined
      : 'the test fails';
  return applyPatch(target, [operation as Operation])[0]?.message;
};

const isPointer = (text: string): boolean => text === '' || text.startsWith('/');
