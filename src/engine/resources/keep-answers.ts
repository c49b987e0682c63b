import type { Validated } from '../exchange/exchange.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import { findResponse } from '../contract/contract.ts';
import type { Observer } from '../ports/ports.ts';
import { plainProblem, problem } from '../problems/problem.ts';
import type { Outcome, Visit } from '../responders/stateful.ts';
import type { Reading } from '../sandbox/unit-of-work.ts';
import { memoize } from '../../kernel/caches.ts';
import { isObject } from '../../kernel/json.ts';
import { sizeUpTo } from '../../kernel/json-pieces.ts';
import type { Problem } from '../../kernel/problem.ts';
import { type Members, schemaIn, textOf } from './keep-body.ts';
import { createKinds, type DescriptionParts, type Kind } from './keep-kinds.ts';
import { selectPage, surroundings } from './keep-list.ts';
import { findRecord, isGone, type KeptRecord, ONLY, type Parents, recordsWithin } from './keep-records.ts';
import { createFit, type Fitted, valueIn, withAt } from './keep-shown.ts';
import { shapeOf } from './infer-paths.ts';
import type { ListShape, MemberPath, Resource } from './resource.ts';

/** What is answered for things that were never created: what the description says (`inferred`), or its 404 (`strict`). */
export type StateMode = 'inferred' | 'strict' | 'none';

/** What an engine keeps by itself. */
export interface Keeping {
  readonly resources: readonly Resource[];
  /** Where the description says of resources what cannot be followed. */
  readonly findings?: readonly Diagnostic[];
  readonly mode: StateMode;
  /** Characters of what a list shows; any number if omitted. A larger one would keep other tenants waiting. */
  readonly mostShown?: number;
}

export interface KeepingParts extends DescriptionParts {
  readonly observer: Pick<Observer, 'noticed'>;
}

/** Undefined leaves the answer to what is generated. */
type Answering = Promise<Outcome | undefined>;

/** What a body is to show. */
interface Shown {
  /** Where in the body the value is; undefined if it has no place there. */
  readonly at: MemberPath | undefined;
  readonly value: unknown;
  readonly seed: string;
  /** Other members of the body. */
  readonly members?: readonly (readonly [MemberPath, unknown])[];
}

/** Whether things of one resource are below those of another: `/projects/{projectId}/tickets` below `/projects/{id}`. */
const isWithin = ({ path }: Resource, { path: outer, kind }: Resource): boolean =>
  shapeOf(path).startsWith(`${shapeOf(outer)}/${kind === 'collection' ? '{}/' : ''}`);

/** Two things under one id, one after the other, never share an entity tag. */
export const tagOf = ({ number, version }: KeptRecord): string => `${String(number)}-${String(version)}`;

/** Finds what is kept, and answers with it. */
export const createAnswers = ({ resources, mode, mostShown = Infinity }: Keeping, parts: KeepingParts) => {
  const { contract, observer } = parts;
  const kinds = createKinds(parts);
  const { modelOf, bodies } = kinds;
  const fit = createFit(contract.document, parts.compileAt);
  const noticed = new Set<string>();
  /** What contains the things of a resource, and what they contain. */
  const outersOf = memoize((inner: Resource) =>
    resources.filter((outer) => outer.kind !== 'singleton' && isWithin(inner, outer)),
  );
  const innersOf = memoize((outer: Resource) => resources.filter((inner) => isWithin(inner, outer)));

  const notFound = ({ operation }: Kind, id: string): Problem =>
    problem('not-found', { detail: `${operation.id} knows no ${id}: it was deleted, or never created.` });

  /** The values in a path of the parents that it names, and of the thing itself, which some name in the body alone. */
  const placeIn = (kind: Kind, exchange: Validated) => {
    const { does, resource } = kind;
    const { pathParameters } = exchange;
    const isInBody = does.does === 'replace' && does.parameter === undefined;
    const inBody = isInBody && resource.id ? textOf(valueIn(kinds.sentIn(kind, exchange), resource.id)) : undefined;
    return {
      parents: does.parents.map((name) => (name === undefined ? undefined : pathParameters[name])),
      id: resource.kind === 'singleton' ? ONLY : (inBody ?? pathParameters[does.parameter ?? '']),
    };
  };

  /** Throws 404 if what contains it was deleted or, strictly, never created where it could be. */
  const checkParents = (kind: Kind, work: Reading, parents: Parents): void => {
    for (const outer of outersOf(kind.resource)) {
      const id = parents[outer.parents.length];
      if (id === undefined) continue;
      const record = findRecord(work, outer, parents.slice(0, outer.parents.length), id);
      const isCreatable = outer.operations.some(({ does }) => does === 'create' || does === 'replace');
      if (record === undefined ? mode === 'strict' && isCreatable : isGone(record)) throw notFound(kind, id);
    }
  };

  /** Undefined for what was never created, and is answered as generated. */
  const find = (kind: Kind, { exchange, work }: Visit<Reading>): KeptRecord | undefined => {
    const { parents, id = '' } = placeIn(kind, exchange);
    const record = findRecord(work, kind.resource, parents, id);
    checkParents(kind, work, record?.parents ?? parents);
    if (record === undefined ? mode === 'strict' : isGone(record)) throw notFound(kind, id);
    return record;
  };

  /** The body of a success with what it is to show, or why it cannot show that. */
  const fill = async (kind: Kind, { at, value, seed, members = [] }: Shown, now: number): Promise<Fitted> => {
    const { operation, resource, content } = kind;
    const generate = () => kinds.generate(kind, seed, now);
    const given = [...(at === undefined ? [] : [[at, value] as const]), ...members];
    const outer = at?.length === 0 ? undefined : await generate();
    const body = given.reduce((made, [path, member]) => withAt(made, path, member), outer);
    if (content?.schema === undefined) return { body };
    const thing = at ?? [];
    const filled = await fit(body, {
      place: content.schema,
      thing,
      id: resource.id && [...thing, ...resource.id],
      generate,
    });
    if (filled.fault !== undefined && !noticed.has(operation.id)) {
      noticed.add(operation.id);
      observer.noticed({
        level: 'warn',
        message: `${operation.id} cannot show what is kept of ${resource.name} (${filled.fault}), so ${'body' in filled ? 'a part of it' : 'it'} is as generated.`,
      });
    }
    return filled;
  };

  /** What is kept fits what reads show: whatever has to be generated for that is the same in all responses. */
  const settle = async (resource: Resource, value: Members, seed: string, now: number): Promise<Members> => {
    const { kind, path: at } = modelOf(resource);
    const filled = kind && (await fill(kind, { at, value, seed }, now));
    const thing = valueIn(filled?.body, at);
    return isObject(thing) ? { ...value, ...thing } : value;
  };

  const show = async (kind: Kind, { work }: Visit<Reading>, outcome: Outcome, shown: Shown): Answering => {
    if (kind.content === undefined) return outcome;
    const { body } = await fill(kind, shown, work.now);
    return body === undefined ? undefined : { ...outcome, body, mediaType: kind.content.mediaType };
  };

  /** Where a new thing is: described, or usual for a 201 (RFC 9110, section 15.3.2). */
  const locationOf = ({ resource, operation }: Kind, { exchange }: Visit<Reading>, record: KeptRecord) => {
    const read = resource.operations.find(({ does }) => does === 'read');
    const path = read && kinds.kindOf(resource, read)?.operation.path;
    if (path === undefined || operation.location !== undefined) return undefined;
    const values = new Map([[read?.parameter, record.id]]);
    for (const [index, name] of read?.parents.entries() ?? []) values.set(name, record.parents[index] ?? '');
    const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''));
    return `${exchange.request.origin}${contract.basePath}${filled}`;
  };

  /** The answer of an operation on one thing. */
  const answer = (usual: Kind, visit: Visit<Reading>, record: KeptRecord, created?: number): Answering => {
    const { resource, operation } = usual;
    // A creation may have a body where a change has none.
    const status = created ?? usual.does.status;
    const kind = kinds.kindOf(resource, { ...usual.does, status }) ?? usual;
    const { does } = kind;
    const described = findResponse(operation, status)?.headers.map(({ name }) => name) ?? [];
    const isNew = does.does === 'create' || created !== undefined;
    const isLocated = isNew && (status === 201 || described.includes('location'));
    const location = isLocated ? locationOf(kind, visit, record) : undefined;
    const headers = {
      ...(described.includes('etag') ? { etag: `"${tagOf(record)}"` } : {}),
      ...(location === undefined ? {} : { location }),
    };
    const seed = `${resource.name}/${record.parents.join('/')}/${record.id}`;
    return show(kind, visit, { status, headers }, { at: does.response, value: record.body, seed });
  };

  const list = async (kind: Kind, shape: ListShape, visit: Visit<Reading>): Answering => {
    const { does, resource, content } = kind;
    const { exchange, work } = visit;
    const { parents } = placeIn(kind, exchange);
    checkParents(kind, work, parents);
    const records = recordsWithin(work, resource, parents) ?? (mode === 'strict' ? [] : undefined);
    if (records === undefined) return undefined;
    const numberOf = (last: string) => findRecord(work, resource, parents, last)?.number;
    const listed = selectPage(records, shape, exchange.input.parameters.query, numberOf);
    const value = listed.items.map(({ body }) => body);
    if (sizeUpTo(mostShown, value) > mostShown)
      throw plainProblem(507, {
        detail: `${kind.operation.id}: the list has more than ${String(mostShown)} characters: ask for a smaller page, or delete some of what is kept.`,
      });
    const { members: around, headers } = surroundings(listed, shape, exchange);
    const members = around.map(([at, member]) => {
      const schema = schemaIn(bodies.shapes, content?.schema?.schema, at.slice(0, -1));
      return [at, member ?? bodies.absentIn(schema, at.at(-1) ?? '')] as const;
    });
    const at = does.response ?? [];
    return show(kind, visit, { status: does.status, headers }, { at, value, seed: resource.name, members });
  };

  return { ...kinds, outersOf, innersOf, placeIn, checkParents, find, settle, answer, list };
};
