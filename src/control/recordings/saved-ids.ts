import { toPointer } from '../../kernel/json-pointer.ts';
import { type Json, parsedOr, parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import { type Path, textsIn } from '../../kernel/path.ts';
import type { Steps } from '../../kernel/time-slices.ts';

/** A call as it was made. */
interface RecordedCall {
  /** The operation that it calls; undefined if it matches none. */
  readonly operationId: string | undefined;
  /** What is sent, which may have ids in its texts. */
  readonly request: object;
  /** The JSON of its response; undefined if there was none. */
  readonly answer: unknown;
}

/** Headers that decide about a response; others follow from the client and from the body. */
export const KEPT_HEADERS: ReadonlySet<string> = new Set([
  ...['idempotency-key', 'if-match', 'if-none-match', 'prefer', 'x-mock-scenario'],
]);

/** The JSON of a body; the journal keeps the beginning of a long one only. */
export const jsonIn = (text: string | undefined): Json | undefined =>
  text === undefined ? undefined : parsedOr(undefined, () => parseOwnJson(text));

/** Ids that the server draws: UUIDs, and those with a prefix such as `wh_`. */
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[a-z]{2,5}_[0-9A-Za-z]{16,}\b/g;
const WHOLE_ID = new RegExp(`^(?:${ID.source})$`);

/** Values saved of one response, as many as a storyboard allows. */
const MOST_SAVED = 10;
const LONGEST_NAME = 36;

/**
 * Recorded calls, oldest first, as calls that work in a sandbox with other ids: an id that a response has shown is replaced
 * by a placeholder, and saved from that response. Ids that were sent before any response showed them stay as they are.
 */
export function* withSavedIds<Call extends RecordedCall>(
  calls: readonly Call[],
  {
    known,
    placeholder,
  }: {
    /** Placeholders of ids that are known before the first call. */
    readonly known: ReadonlyMap<string, string>;
    /** The placeholder of a saved value. */
    readonly placeholder: (name: string) => string;
  },
): Steps<{
  /** With JSON Pointers to what is saved of the response for later calls, by name. */
  readonly calls: readonly (Call & { readonly save: Readonly<Record<string, string>> })[];
  /** Ids known before the first call that some call sends. */
  readonly used: ReadonlySet<string>;
}> {
  const lastUse = new Map<string, number>();
  for (const [index, { request }] of calls.entries()) {
    for (const [id] of stringifyJson(request).matchAll(ID)) lastUse.set(id, index);
    yield;
  }
  const placeholders = new Map(known);
  const sent = new Set<string>();
  const names = new Set<string>();

  const fill = (text: string): string =>
    text.replaceAll(ID, (id) => {
      const found = placeholders.get(id);
      if (found === undefined) sent.add(id);
      return found ?? id;
    });

  const replayable: (Call & { readonly save: Readonly<Record<string, string>> })[] = [];
  for (const [index, call] of calls.entries()) {
    const { operationId = 'answer', answer } = call;
    const request = parseOwnJson(fill(stringifyJson(call.request))) as unknown as Call['request'];
    const save: Record<string, string> = {};
    for (const { path, text: id } of textsIn(answer)) {
      if (!WHOLE_ID.test(id) || placeholders.has(id) || sent.has(id) || (lastUse.get(id) ?? -1) <= index) continue;
      const name = toName(operationId, path, names);
      placeholders.set(id, placeholder(name));
      save[name] = toPointer(path);
      if (Object.keys(save).length === MOST_SAVED) break;
    }
    replayable.push({ ...call, request, save });
    yield;
  }
  return { calls: replayable, used: new Set([...known.keys()].filter((id) => lastUse.has(id))) };
}

/** `createOrderUuid` for the member `/uuid` of what `createOrder` answers; with a number if there is another one. */
const toName = (operationId: string, path: Path, names: Set<string>): string => {
  const member = path.map(String).findLast((key) => !/^\d*$/.test(key)) ?? 'id';
  const wish = `${operationId}${member.charAt(0).toUpperCase()}${member.slice(1)}`
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, LONGEST_NAME);
  let name = wish;
  for (let count = 2; names.has(name); count++) name = `${wish}${count}`;
  names.add(name);
  return name;
};
