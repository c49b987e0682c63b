import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { getOrInsert } from '../../kernel/caches.ts';
import { isObject } from '../../kernel/json.ts';
import { childPointer, valueIn } from '../../kernel/json-pointer.ts';
import { ContractError, type Diagnostic } from './diagnostic.ts';
import { boundedParsers, faultOfSize, toContractError } from './parse-files.ts';
import { noteMember, noteOrigin, type Origin as Place } from './locate.ts';
import { asObject, isSchemaObject, type SchemaObject } from './walk-schema.ts';

/** What overlays may add: an action can select every value, and copy the whole into each. */
const MOST_ADDED = 500_000;

export const UNMATCHED = 'nothing in the description matches: the action changes nothing';

/**
 * Applies overlays (Overlay Specification 1.0 and 1.1) to the file of a description, before its references are resolved. An
 * action that cannot be applied is a finding; the others are applied. Where each part was written is noted.
 */
export const applyOverlays = async (
  given: SchemaObject,
  file: string,
  {
    overlays,
    others = [],
  }: {
    readonly overlays: readonly string[];
    /** URLs of other descriptions: what an overlay for one of them does matches nothing here. */
    readonly others?: readonly string[];
  },
): Promise<{ readonly document: SchemaObject; readonly findings: readonly Diagnostic[] }> => {
  const document = createEditor().copy(given, { file, pointer: '#' }) as SchemaObject;
  const editor = createEditor(MOST_ADDED);
  const findings: Diagnostic[] = [];
  const { exec } = await import('jsonpath-rfc9535');
  for (const overlay of overlays) {
    const { actions, target: extended } = await readOverlay(path.resolve(overlay));
    for (const [index, action] of actions.entries()) {
      const place = (key?: string): Place => ({
        file: path.resolve(overlay),
        pointer: childPointer('#/actions', index, ...(key === undefined ? [] : [key])),
      });
      const report: Report = (message, at) => void findings.push({ ...at, message, effect: 'served' });
      const select = (key: 'target' | 'copy') => {
        const found: { readonly value: unknown; readonly keys: readonly (string | number)[] }[] = [];
        try {
          if (!others.includes(extended ?? ''))
            exec(
              document as Parameters<typeof exec>[0],
              String(action[key]),
              (value, keys) => void found.push({ value, keys: [...keys] }),
            );
        } catch (error) {
          const { location } = error as { readonly location?: { readonly start: { readonly column: number } } };
          const where = location === undefined ? '' : ` from character ${location.start.column} on`;
          report(`no JSONPath of RFC 9535${where}: the action changes nothing`, place(key));
          return [];
        }
        if (found.length === 0) report(UNMATCHED, place(key));
        return found;
      };
      const targets = select('target').map(({ keys }) => parentOf(document, keys));
      if (action['remove'] === true) remove(targets);
      else if (action['update'] !== undefined)
        for (const target of targets) editor.merge(target, action['update'], place('update'), report);
      else if (action['copy'] === undefined) report('an action needs "update", "remove: true" or "copy"', place());
      else {
        const [source, ...more] = select('copy');
        if (source === undefined) continue;
        if (more.length > 0) report('must match one value, not several (Overlay 1.1.0, Action Object)', place('copy'));
        // Copied once, as it is now: a target may lie within it.
        const value = editor.copy(source.value, place('copy'));
        for (const target of targets) editor.merge(target, value, place('copy'), report);
      }
    }
  }
  const fault = faultOfSize(document);
  if (fault !== undefined) throw new ContractError(`with its overlays: ${fault}`, { file });
  return { document, findings };
};

type Report = (message: string, at: Place) => void;

type Target = readonly [parent: object, key: string | number];

/** Overlay 1.1.0, Action Object: objects are merged, lists concatenated, and primitives replaced; all else is incompatible. */
const createEditor = (most = Infinity) => {
  let left = most;

  /** Also where aliases of YAML share a value: each place becomes one of its own. */
  const copy = (node: unknown, { file, pointer }: Place): unknown => {
    if (left-- < 0)
      throw new ContractError('the overlay makes the description too large: let its actions match less', { file });
    const copyAt = (key: string | number, member: unknown): unknown =>
      copy(member, { file, pointer: childPointer(pointer, key) });
    let made = node;
    if (Array.isArray(node)) made = node.map((item, index) => copyAt(index, item));
    else if (isObject(node))
      made = Object.fromEntries(Object.entries(node).map(([key, member]) => [key, copyAt(key, member)]));
    if (made !== node) noteOrigin(made as object, { file, pointer });
    return made;
  };

  const set = ([parent, key]: Target, value: unknown, from: Place): void => {
    noteMember(parent, String(key), from);
    const made = { value: copy(value, from), writable: true, enumerable: true, configurable: true };
    Object.defineProperty(parent, key, made);
  };

  const merge = ([parent, key]: Target, update: unknown, from: Place, report: Report): void => {
    const at = (name: string | number): Place => ({ ...from, pointer: childPointer(from.pointer, name) });
    const target = Object.hasOwn(parent, key) ? (parent as SchemaObject)[key] : undefined;
    if (Array.isArray(target) && Array.isArray(update))
      for (const [index, item] of update.entries()) set([target, target.length], item, at(index));
    else if (Array.isArray(target)) set([target, target.length], update, from);
    else if (isSchemaObject(target) && isObject(update))
      for (const [name, member] of Object.entries(update)) merge([target, name], member, at(name), report);
    else if (target === undefined || (!isSchemaObject(target) && typeof update !== 'object'))
      set([parent, key], update, from);
    else report(`${kindOf(update)} cannot be merged with ${kindOf(target)}`, from);
  };

  return { copy, merge };
};

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'a list' : isObject(value) ? 'an object' : 'a single value';

/** The document is a member, too: every target has a parent. */
const parentOf = (document: SchemaObject, keys: readonly (string | number)[]): Target => {
  const last = keys.at(-1);
  return last === undefined ? [{ document }, 'document'] : [valueIn(document, keys.slice(0, -1)) ?? {}, last];
};

/** Items from the last one, so that the indexes of the others stay. */
const remove = (targets: readonly Target[]): void => {
  const keysOf = new Map<object, Set<string | number>>();
  for (const [parent, key] of targets) getOrInsert(keysOf, parent, () => new Set()).add(key);
  for (const [parent, keys] of keysOf)
    if (Array.isArray(parent))
      for (const key of [...keys].map(Number).sort((one, other) => other - one)) parent.splice(key, 1);
    else for (const key of keys) Reflect.deleteProperty(parent, key);
};

/** With the URL of the description that it is for, if it names one. */
const readOverlay = async (file: string) => {
  const { $RefParser } = await import('@apidevtools/json-schema-ref-parser');
  const parse = await boundedParsers(() => undefined);
  const content: unknown = await new $RefParser()
    .parse(file, { parse, resolve: { http: false } })
    .catch((error: unknown) => {
      throw toContractError(error, file);
    });
  const { overlay: version, actions, extends: extended } = asObject(content);
  if (!/^1\.[01](?:\.\d+)?$/.test(String(version)))
    throw new ContractError(`not an overlay: "overlay" must be 1.0.0 or 1.1.0, but is ${String(version)}`, { file });
  if (!Array.isArray(actions) || !actions.every(isSchemaObject))
    throw new ContractError('"actions" must be a list of objects (Overlay 1.1.0, Overlay Object)', { file });
  return {
    actions,
    target: typeof extended === 'string' ? URL.parse(extended, pathToFileURL(file).href)?.href : undefined,
  };
};
