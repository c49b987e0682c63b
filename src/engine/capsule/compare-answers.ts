import { isAnyNumber } from '../../kernel/exact-number.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { isObject, stringifyJson } from '../../kernel/json.ts';
import { childPointer, toReferenceToken, valueAt } from '../../kernel/json-pointer.ts';
import { findMediaType } from '../../kernel/media-type.ts';
import { type Contract, type Operation, findResponse } from '../contract/contract.ts';
import { createSchemaShapes } from '../contract/schema-shapes.ts';
import { partsOf } from '../contract/walk-schema.ts';

export interface ComparedAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body: a value if it is JSON, else undefined. */
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

/** The values at one place; the items of a list have the same. */
interface Place {
  /** Of the first value. */
  readonly pointer: string;
  /** The schema of the values, then what is around it. */
  readonly schemas: readonly unknown[];
  readonly values: unknown[];
}

const NONE = 'none';

/**
 * Compares what a client can rely on: the status, and the shape of the described headers and of the body, with the values that the
 * description lists. Other values are data: ids, times and names differ between services, as do the members of maps.
 */
export const createCompareAnswers = ({ document }: Pick<Contract, 'document'>) => {
  const { typesOf, listedIn, memberOf, itemsOf, isFreeForm } = createSchemaShapes(document);

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
        const token = toReferenceToken(name);
        const inner = isList ? itemsOf(own, Number(name)) : memberOf(own, name);
        visit(member, `${pointer}/${token}`, `${key}/${isData ? '*' : token}`, [inner, ...schemas]);
      }
    };
    visit(whole, '', '', around);
    return places;
  };

  /** Whether the object that has such a member is in an answer. */
  const isExpectedIn = (places: ReadonlyMap<string, Place>, key: string): boolean =>
    !key.endsWith('/*') && places.get(key.slice(0, key.lastIndexOf('/')))?.values.some(isObject) === true;

  const differenceAt = (had: Place | undefined, has: Place | undefined, isExpected: boolean) => {
    const { pointer = '', schemas = [] } = has ?? had ?? {};
    const [own] = schemas;
    const tell = (recorded: string, now: string): AnswerDifference[] => [
      { at: pointer, recorded, now, assumptions: assumedAt(schemas) },
    ];
    // What is described, but was not recorded, may come at any time.
    if (had === undefined || has === undefined)
      return isExpected && (had !== undefined || own === undefined) ? tell(kindsIn(had), kindsIn(has)) : [];
    const kinds = had.values.map(kindOf);
    const kind = has.values.map(kindOf).find((one) => !kinds.includes(one) && !typesOf(own).has(one));
    if (kind !== undefined) return tell(kindsIn(had), kind);
    const listed = listedIn(own)?.map(stringifyJson);
    const [known, found] = [had.values.map(stringifyJson), has.values.map(stringifyJson)];
    const isOne = known.length === 1 && found.length === 1;
    const other = found.find((one) => !known.includes(one) && (isOne || listed?.includes(one) === false));
    return listed === undefined || other === undefined ? [] : tell(known[0] ?? NONE, other);
  };

  return (operation: Operation, recorded: ComparedAnswer, now: ComparedAnswer): readonly AnswerDifference[] => {
    const response = findResponse(operation, recorded.status);
    const place = valueAt(document, childPointer(operation.pointer, 'responses', response?.status ?? ''));
    if (recorded.status !== now.status) {
      const assumptions = assumedAt([place, valueAt(document, operation.pointer)]);
      return [{ at: '/status', recorded: String(recorded.status), now: String(now.status), assumptions }];
    }
    const headers = response?.headers.filter(({ schema }) => schema !== undefined) ?? [];
    const content = response && findMediaType(response.contents, now.headers['content-type'] ?? '');
    const schema = {
      properties: {
        headers: {
          properties: Object.fromEntries(headers.map((one) => [one.name, { $ref: one.schema?.pointer }])),
        },
        body: content?.schema && { $ref: content.schema.pointer },
      },
    };
    const [had, has] = [recorded, now].map(({ body, ...answer }) => {
      const shown = headers.flatMap(({ name }) => {
        const text = answer.headers[name];
        return text === undefined ? [] : [[name, /^\d+$/.test(text) ? Number(text) : text] as const];
      });
      return survey({ headers: Object.fromEntries(shown), ...(body === undefined ? {} : { body }) }, [schema, place]);
    });
    if (had === undefined || has === undefined) return [];
    return [...new Set([...had.keys(), ...has.keys()])].flatMap((key) =>
      differenceAt(had.get(key), has.get(key), isExpectedIn(had, key) && isExpectedIn(has, key)),
    );
  };
};

const kindsIn = (place: Place | undefined): string =>
  place === undefined ? NONE : [...new Set(place.values.map(kindOf))].join(' or ');

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isAnyNumber(value) ? 'number' : typeof value;
};
