import { fromBytesForm } from '../../kernel/bytes-form.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import { isObject, stringifyJson } from '../../kernel/json.ts';
import { childPointer, toReferenceToken, valueAt } from '../../kernel/json-pointer.ts';
import { type Contract, type Operation, findResponse } from '../contract/contract.ts';
import { usualContent } from '../contract/media-ranges.ts';
import { shapesOf, typeOf } from '../contract/schema-shapes.ts';
import { partsOf } from '../contract/walk-schema.ts';
import type { CapsuleAnswer } from './capsule.ts';

export interface ComparedAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if it is no JSON. */
  readonly body: unknown;
}

/** Something that a client may rely on, and that is otherwise now. */
export interface AnswerDifference {
  /** A JSON Pointer into an object of `status`, `headers` and `body`. */
  readonly at: string;
  readonly recorded: string;
  readonly now: string;
  /** Ids of the assumptions that the description makes there. */
  readonly assumptions: readonly string[];
}

/** The values at one place; the items of a list, and the members of a map, are at the same. */
interface Place {
  /** Of the first value. */
  readonly pointer: string;
  /** The schema of the values, then what is around it. */
  readonly schemas: readonly unknown[];
  readonly values: unknown[];
}

/**
 * Compares what a client can rely on: the status, the shapes of the described headers and of the body, and values that the
 * description lists. Other values are data: ids, times and names differ between services.
 */
export const createCompareAnswers = ({ document }: Contract) => {
  const { typesOf, listedIn, memberOf, itemsOf, isFreeForm } = shapesOf(document);

  /** Of the first place that says what it rests on. */
  const assumedAt = (places: readonly unknown[]): readonly string[] => {
    const parts = places.flatMap((place) => [...partsOf(document, place, [])]);
    const first = parts.find((part) => 'x-assumption' in part || 'x-provenance' in part);
    return [first?.['x-assumption'] ?? []].flat().map(String);
  };

  const survey = (whole: unknown, around: readonly unknown[]): ReadonlyMap<string, Place> => {
    const places = new Map<string, Place>();
    const visit = (value: unknown, pointer: string, key: string, schemas: readonly unknown[]): void => {
      const [own] = schemas;
      getOrInsert(places, key, () => ({ pointer, schemas, values: [] })).values.push(value);
      const isList = Array.isArray(value);
      if (!isList && !isObject(value)) return;
      const isData = isList || (own !== undefined && isFreeForm(own));
      for (const [name, member] of Object.entries(value)) {
        const step = `/${toReferenceToken(name)}`;
        const inner = isList ? itemsOf(own, Number(name)) : memberOf(own, name);
        visit(member, pointer + step, key + (isData ? '/*' : step), [inner, ...schemas]);
      }
    };
    visit(whole, '', '', around);
    return places;
  };

  const differenceAt = (had: Place | undefined, has: Place | undefined, isExpected: boolean): AnswerDifference[] => {
    const { pointer = '', schemas = [] } = has ?? had ?? {};
    const [own] = schemas;
    const tell = (recorded: string, now: string) => [{ at: pointer, recorded, now, assumptions: assumedAt(schemas) }];
    const [before, after] = [kindsIn(had), kindsIn(has)];
    // What is described, but was not recorded, may come at any time.
    if (had === undefined || has === undefined)
      return isExpected && (had !== undefined || own === undefined)
        ? tell(before.join(' or '), after.join(' or '))
        : [];
    const types = typesOf(own);
    const isDescribed = (one: string) => types.has(one) || (one === 'number' && types.has('integer'));
    const kind = after.find((one) => !before.includes(one) && !isDescribed(one));
    if (kind !== undefined) return tell(before.join(' or '), kind);
    const listed = listedIn(own)?.map(stringifyJson);
    const [known, found] = [had.values.map(stringifyJson), has.values.map(stringifyJson)];
    const isData = found.length > 1;
    const other = listed && found.find((one) => !known.includes(one) && !(isData && listed.includes(one)));
    return other === undefined ? [] : tell(known[0] ?? '', other);
  };

  return (operation: Operation, recorded: ComparedAnswer, now: ComparedAnswer): readonly AnswerDifference[] => {
    const response = findResponse(operation, recorded.status);
    const place = valueAt(document, childPointer(operation.pointer, 'responses', response?.status ?? ''));
    if (recorded.status !== now.status) {
      const assumptions = assumedAt([place, valueAt(document, operation.pointer)]);
      return [{ at: '/status', recorded: String(recorded.status), now: String(now.status), assumptions }];
    }
    const described = response?.headers ?? [];
    const toRef = (schema: { readonly pointer: string } | undefined) => schema && { $ref: schema.pointer };
    const headers = { properties: Object.fromEntries(described.map(({ name, schema }) => [name, toRef(schema)])) };
    const schema = { properties: { headers, body: toRef(response && usualContent(response)?.schema) } };
    const [had, has] = [recorded, now].map(({ body, headers: all }) => {
      const shown: Record<string, unknown> = {};
      for (const { name } of described) if (all[name] !== undefined) shown[name] = toTyped(all[name]);
      return survey({ headers: shown, ...(body !== undefined && { body }) }, [schema, place]);
    }) as [ReadonlyMap<string, Place>, ReadonlyMap<string, Place>];
    const isExpected = (key: string): boolean => {
      const parent = key.slice(0, key.lastIndexOf('/'));
      return !key.endsWith('/*') && [had, has].every((places) => places.get(parent)?.values.some(isObject));
    };
    return [...new Set([...had.keys(), ...has.keys()])].flatMap((key) =>
      differenceAt(had.get(key), has.get(key), isExpected(key)),
    );
  };
};

const toTyped = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text);

const kindsIn = (place: Place | undefined): readonly string[] => [...new Set(place?.values.map(typeOf) ?? ['none'])];

/** Number of characters shown around the difference. */
const AROUND = 60;

/**
 * Headers that are of the server, not of the call: a hosted server adds some for browsers, and the ids of an exchange are given to
 * the replay, but not outside the API.
 */
const NOT_COMPARED = new Set([
  ...['content-security-policy', 'x-content-type-options', 'x-mock-request-id', 'x-trace-id'],
]);

/** Compares byte for byte: the first difference, if any. What was not kept of a body is not compared. */
export const compareExactly = (recorded: CapsuleAnswer, now: CapsuleAnswer): readonly AnswerDifference[] => {
  const tell = (at: string, had: string, has: string) => [{ at, recorded: had, now: has, assumptions: [] }];
  const [wanted, got] = [bytesOf(recorded), bytesOf(now)];
  if (recorded.status !== now.status)
    return tell('status', `${recorded.status} ${excerpt(wanted, 0)}`, `${now.status} ${excerpt(got, 0)}`);
  const names = Object.keys({ ...recorded.headers, ...now.headers }).sort();
  const name = names.find((each) => !NOT_COMPARED.has(each) && recorded.headers[each] !== now.headers[each]);
  if (name !== undefined)
    return tell(`header ${name}`, recorded.headers[name] ?? '(none)', now.headers[name] ?? '(none)');
  if (recorded.body?.cut === true || wanted.equals(got)) return [];
  let place = 0;
  while (place < wanted.length && wanted[place] === got[place]) place++;
  return tell(`body at byte ${place}`, excerpt(wanted, place), excerpt(got, place));
};

const bytesOf = ({ body }: CapsuleAnswer): Buffer => fromBytesForm(body ?? { text: '' });

const excerpt = (bytes: Buffer, place: number): string => {
  const [from, to] = [Math.max(0, place - AROUND), place + 4 * AROUND];
  return `${from > 0 ? '…' : ''}${bytes.subarray(from, to).toString('utf8')}${to < bytes.length ? '…' : ''}`;
};
