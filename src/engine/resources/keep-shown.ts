import { isObject, toNumbers } from '../../kernel/json.ts';
import { sizeUpTo } from '../../kernel/json-pieces.ts';
import { referenceTokens, valueAt } from '../../kernel/json-pointer.ts';
import type { SchemaPlace } from '../contract/contract.ts';
import { documentFor, withoutForbidden } from '../contract/document-uses.ts';
import type { SchemaObject } from '../contract/walk-schema.ts';
import type { CompileAt } from '../validation/ajv.ts';
import type { MemberPath } from './resource.ts';

/** Repairs of one body, and members that are tried one by one; each costs a validation. */
const MOST_REPAIRS = 40;
const MOST_MEMBERS = 200;

/** Characters of a body that takes too long to validate that often. */
const LARGE = 65_536;

/** Stands for a member that is left out. */
export const NOTHING = Symbol('nothing');

/** The value with another one at a path; containers on the way that are missing are made. Changes nothing in place. */
export const withAt = (value: unknown, [key, ...rest]: MemberPath, member: unknown): unknown => {
  if (key === undefined) return member;
  if (Array.isArray(value)) {
    const index = Number(key);
    const inner = withAt(value[index], rest, member);
    return value.toSpliced(index, 1, ...(inner === NOTHING ? [] : [inner]));
  }
  const { [key]: before, ...others } = isObject(value) ? value : {};
  const inner = withAt(before, rest, member);
  return inner === NOTHING ? others : { ...(isObject(value) ? value : {}), [key]: inner };
};

/** The value at a path; if there is none, undefined, or what the first item of the list has there. */
export const valueIn = (value: unknown, path: MemberPath, takesFirst = false): unknown => {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null) return undefined;
    const members = inner as Readonly<Record<string, unknown>>;
    if (Object.hasOwn(members, key)) inner = members[key];
    else if (takesFirst && Array.isArray(inner)) inner = (inner as readonly unknown[])[0];
    else return undefined;
  }
  return inner;
};

interface Showing {
  readonly place: SchemaPlace;
  /** Where the kept thing is in the body, and its id: neither is replaced. */
  readonly thing: MemberPath;
  readonly id: MemberPath | undefined;
  /** A body as the description alone has it: the source of what is missing. */
  readonly generate: () => Promise<unknown>;
}

/** A body that fits the schema, and what of the given one does not; no body if it cannot show that thing at all. */
export type Fit = (given: unknown, showing: Showing) => Promise<Fitted>;

export interface Fitted {
  readonly body?: unknown;
  readonly fault?: string;
}

/**
 * What is kept may not fit what a response shows: a list shows less than an item, and a client may send members that no response
 * has. So `writeOnly` members and those that are not allowed are left out, missing ones are generated, and what does not fit is as
 * generated.
 */
export const createFit = (document: SchemaObject, compileAt: CompileAt): Fit => {
  const shown = documentFor(document, 'response-sample');
  return async (given, { place, thing, id, generate }) => {
    const fits = compileAt(place.pointer);
    const accepts = (value: unknown): boolean => fits(value) || fits(toNumbers(value));
    let body = shown === document ? given : withoutForbidden(shown, valueAt(shown, place.pointer), given);
    let generated: unknown;
    let replaced: string | undefined;
    const isLarge = (): boolean => sizeUpTo(LARGE, given) > LARGE;

    /** A generated body, with the members of the thing that it takes: for alternatives, of which no error says which one is meant. */
    const mixed = async (fault: string): Promise<Fitted> => {
      let made = (generated ??= await generate());
      const members = valueIn(body, thing);
      if (!isObject(members) || isLarge() || !accepts(made)) return { fault };
      for (const [name, member] of Object.entries(members).slice(0, MOST_MEMBERS)) {
        const more = withAt(made, [...thing, name], member);
        if (accepts(more)) made = more;
      }
      return id !== undefined && valueIn(made, id) !== valueIn(body, id) ? { fault } : { body: made, fault };
    };

    for (let repairs = 0; !accepts(body); repairs++) {
      const [error] = fits.errors ?? [];
      const fault = `${error?.instancePath ?? ''} ${error?.message ?? 'does not fit'}`.trim();
      if (error === undefined || repairs === (isLarge() ? 2 : MOST_REPAIRS)) return mixed(fault);
      const at = referenceTokens(error.instancePath);
      const { additionalProperty, unevaluatedProperty, missingProperty } = error.params as Params;
      const extra = additionalProperty ?? unevaluatedProperty;
      const path = extra === undefined && missingProperty === undefined ? at : [...at, extra ?? missingProperty ?? ''];
      generated ??= extra === undefined ? await generate() : undefined;
      const better = extra === undefined ? valueIn(generated, path, true) : undefined;
      const isLost = better === undefined && missingProperty !== undefined;
      if (isLost || leadsTo(path, thing) || (id !== undefined && leadsTo(path, id))) return mixed(fault);
      if (path === at) replaced ??= fault;
      body = withAt(body, path, better === undefined || better === valueIn(body, path) ? NOTHING : better);
    }
    return replaced === undefined ? { body } : { body, fault: replaced };
  };
};

interface Params {
  readonly additionalProperty?: string;
  readonly unevaluatedProperty?: string;
  readonly missingProperty?: string;
}

/** Whether a path is that of another one, or of what contains it. */
const leadsTo = (path: MemberPath, inner: MemberPath): boolean =>
  path.length <= inner.length && path.every((key, index) => key === inner[index]);
