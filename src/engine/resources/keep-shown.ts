import { isObject } from '../../kernel/json.ts';
import { sizeUpTo } from '../../kernel/json-pieces.ts';
import { referenceTokens, valueIn } from '../../kernel/json-pointer.ts';
import type { SchemaPlace } from '../contract/contract.ts';
import { allowedFor } from '../contract/document-uses.ts';
import { asObject, type SchemaObject } from '../contract/walk-schema.ts';
import type { Compile } from '../validation/ajv.ts';
import { compileInTurns, countCompiled } from '../validation/compile-in-turns.ts';
import { unknownMemberOf } from '../validation/unknown-members.ts';
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
  const whole = asObject(value);
  const { [key]: before, ...others } = whole;
  const inner = withAt(before, rest, member);
  return inner === NOTHING ? others : { ...whole, [key]: inner };
};

/** The value at a path, also null, or what the first item of a list has there that is shorter. */
const sampleIn = (value: unknown, path: MemberPath): unknown =>
  path.reduce((inner, key) => {
    const found = valueIn(inner, [key]);
    return found === undefined && Array.isArray(inner) ? (inner[0] as unknown) : found;
  }, value);

/** A body that fits the schema, and what of the given one does not; no body if it cannot show that thing at all. */
export interface Fitted {
  readonly body?: unknown;
  /** Why a part of it, or all, is not what was given. */
  readonly fault?: string | undefined;
}

/**
 * What is kept may not fit what a response shows: a list shows less than an item, and a client may send members that no response
 * has. So `writeOnly` members and those that are not allowed are left out, missing ones are generated, and what does not fit is as
 * generated.
 */
export const createFit = (document: SchemaObject, compileAt: Compile) => {
  const allowed = allowedFor(document, 'response-sample');
  return (
    given: unknown,
    place: SchemaPlace,
    /** Where the kept thing is in the body, and its id in the thing: neither is replaced. */
    { thing, id: within }: { readonly thing: MemberPath; readonly id: MemberPath | undefined },
    /** A body as the description alone has it: the source of what is missing. */
    generate: () => Promise<unknown>,
    /** The same without what the thing had before: the source of what is missing in members that it did not have. */
    describe = generate,
  ): Fitted | Promise<Fitted> => {
    const fits = compileAt(place.pointer);
    /** The first fault of a value. A repair takes as long as to compile some objects. */
    const faultOf = (value: unknown, objects = 16) =>
      compileInTurns(() => {
        countCompiled(objects);
        return fits(value) ? undefined : fits.errors?.[0];
      });
    let body = allowed(place.pointer, given);
    // What fits, as nearly all does, need not wait for another turn.
    const first = faultOf(body, 0);
    if (first === undefined) return { body };
    const id = within && [...thing, ...within];
    let generated: unknown;
    let replaced: string | undefined;
    const isLarge = (): boolean => sizeUpTo(LARGE, given) > LARGE;

    /** A generated body, with the members of the thing that it takes: for alternatives, of which no error says which one is meant. */
    const mixed = async (fault: string): Promise<Fitted> => {
      let made = (generated ??= await generate());
      const members = valueIn(body, thing);
      if (!isObject(members) || isLarge() || (await faultOf(made)) !== undefined) return { fault };
      for (const [name, member] of Object.entries(members).slice(0, MOST_MEMBERS)) {
        const more = withAt(made, [...thing, name], member);
        if ((await faultOf(more)) === undefined) made = more;
      }
      return id !== undefined && valueIn(made, id) !== valueIn(body, id) ? { fault } : { body: made, fault };
    };

    const repair = async (): Promise<Fitted> => {
      let error = await first;
      for (let repairs = 0; error !== undefined; repairs++, error = await faultOf(body)) {
        const fault = `${error.instancePath} ${error.message ?? 'does not fit'}`.trim();
        if (repairs === (isLarge() ? 2 : MOST_REPAIRS)) return mixed(fault);
        const at = referenceTokens(error.instancePath);
        const { missingProperty: missing } = error.params as { readonly missingProperty?: string };
        const extra = unknownMemberOf(error)?.name;
        const path = [...at, ...[extra ?? missing ?? []].flat()];
        generated ??= extra === undefined ? await generate() : undefined;
        const sample = extra === undefined ? sampleIn(generated, path) : undefined;
        const better = sample === undefined && missing !== undefined ? sampleIn(await describe(), path) : sample;
        const isLost = better === undefined && missing !== undefined;
        if (isLost || leadsTo(path, thing) || (id !== undefined && leadsTo(path, id))) return mixed(fault);
        if (path.length === at.length) replaced ??= fault;
        body = withAt(body, path, better === undefined || better === valueIn(body, path) ? NOTHING : better);
      }
      return replaced === undefined ? { body } : { body, fault: replaced };
    };
    return repair();
  };
};

/** Whether a path is that of another one, or of what contains it. */
const leadsTo = (path: MemberPath, inner: MemberPath): boolean =>
  path.length <= inner.length && path.every((key, index) => key === inner[index]);
