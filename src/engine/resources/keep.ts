import { findResponse } from '../contract/contract.ts';
import type { Observer } from '../ports/ports.ts';
import { problem } from '../problems/problem.ts';
import type { Behaviour, Behaviours, Outcome, Visit } from '../responders/stateful.ts';
import type { Draw, Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import { completed, drawIdLike, stamped, withParents } from './keep-body.ts';
import { createKinds, type DescriptionParts, type Kind, type Members } from './keep-kinds.ts';
import { addRecord, dropRecord, findRecord, getRecord, isGone, type KeptRecord, ONLY } from './keep-records.ts';
import { createFit, valueIn, withAt } from './keep-shown.ts';
import type { Resource } from './resource.ts';

/** What is answered for things that were never created: what the description says (`inferred`), or its 404 (`strict`). */
export type StateMode = 'inferred' | 'strict' | 'none';

/** What an engine keeps by itself. */
export interface Keeping {
  readonly resources: readonly Resource[];
  readonly mode: StateMode;
}

interface KeepingParts extends DescriptionParts {
  readonly observer: Pick<Observer, 'noticed'>;
}

type Headers = Readonly<Record<string, string>>;

/** A record to be answered. */
interface Answered {
  readonly record: KeptRecord;
  readonly status?: number;
  readonly headers?: Headers;
}

/** What a new thing is made of. */
interface New {
  readonly parents: readonly string[];
  /** The members that a client has sent. */
  readonly sent: Members;
  /** Undefined if it is to be drawn. */
  readonly id?: string | undefined;
  readonly seed: string;
}

/** Ids that are drawn for one thing until one is free. */
const MOST_DRAWS = 20;

const shapeOf = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, '{}');

/** Whether things of one resource are below those of another: `/projects/{projectId}/tickets` below `/projects/{id}`. */
const isWithin = ({ path }: Resource, { path: outer, kind }: Resource): boolean =>
  shapeOf(path).startsWith(`${shapeOf(outer)}/${kind === 'collection' ? '{}/' : ''}`);

/** The names that members may have for a parent: its parameter, or the singular of `projects` before `{id}`. */
const namesOf = ({ path, parents }: Resource, index: number): readonly string[] => {
  const name = parents[index] ?? '';
  const segments = path.split('/');
  const segment = segments[segments.indexOf(`{${name}}`) - 1] ?? '';
  return [name, `${segment.replace(/ies$/, 'y').replace(/s$/, '')}Id`];
};

export const createKeptResources = ({ resources, mode }: Keeping, parts: KeepingParts): Behaviours => {
  const { contract, compileAt } = parts;
  const { kindOf, modelOf, generate, generateThing, sentIn, takesId } = createKinds(parts);
  const fit = createFit(contract.document, compileAt);
  const noticed = new Set<string>();

  const notFound = ({ operation }: Kind, id: string): Error =>
    problem('not-found', { detail: `${operation.id} knows no ${id}: it was deleted, or never created.` });

  /** Throws 404 if what contains it was deleted or, strictly, never created where it could be. */
  const checkParents = (work: Reading, kind: Kind, parents: readonly (string | undefined)[]): void => {
    for (const outer of resources) {
      const depth = outer.parents.length;
      const [id, ...unnamed] = [parents[depth], ...parents.slice(0, depth)];
      if (id === undefined || outer.kind === 'singleton' || !isWithin(kind.resource, outer)) continue;
      const record = unnamed.includes(undefined) ? undefined : getRecord(work, outer, unnamed as string[], id);
      const isCreatable = outer.operations.some(({ does }) => does === 'create' || does === 'replace');
      if (record === undefined ? mode === 'strict' && isCreatable : isGone(record)) throw notFound(kind, id);
    }
  };

  /** The values in a path of the parents that it names, and of the thing itself. */
  const placeIn = ({ does, resource }: Kind, { pathParameters }: Visit<Reading>['exchange']) => ({
    parents: does.parents.map((name) => (name === undefined ? undefined : pathParameters[name])),
    id: resource.kind === 'singleton' ? ONLY : (pathParameters[does.parameter ?? ''] ?? ''),
  });

  /** The record that a path names; undefined if it was never created, and is answered as generated. */
  const find = (kind: Kind, { exchange, work }: Visit<Reading>): KeptRecord | undefined => {
    const { parents, id } = placeIn(kind, exchange);
    const record = findRecord(work, kind.resource, parents, id);
    checkParents(work, kind, record?.parents ?? parents);
    if (record === undefined ? mode === 'strict' : isGone(record)) throw notFound(kind, id);
    return record;
  };

  /** The answer of an operation about one thing; undefined if its response cannot show it. */
  const answer = async (
    kind: Kind,
    { work, exchange }: Visit<Reading>,
    { record, status = kind.does.status, headers = {} }: Answered,
  ): Promise<Outcome | undefined> => {
    const { content, does, resource, operation } = kind;
    if (content === undefined) return { status, headers };
    const { response } = does;
    const seed = `${resource.name}/${record.parents.join('/')}/${record.id}`;
    const generated = (): Promise<unknown> => generate(kind, seed, work.now);
    const outer = response?.length === 0 ? undefined : await generated();
    const body = response === undefined ? outer : withAt(outer, response, record.body);
    const { schema: place, mediaType } = content;
    if (place === undefined) return { status, headers, body, mediaType };
    const id = resource.id && [...(response ?? []), ...resource.id];
    const fitting = await fit(body, { place, thing: response ?? [], id, generate: generated });
    if ('body' in fitting) return { status, headers, body: fitting.body, mediaType };
    if (!noticed.has(operation.id))
      parts.observer.noticed({
        level: 'warn',
        message: `${operation.id} is answered as generated: its ${String(status)} cannot show what is kept of ${exchange.request.path} (${fitting.fault}).`,
      });
    noticed.add(operation.id);
    return undefined;
  };

  /** A body with everything that the server sets. */
  const bodyOf = (
    resource: Resource,
    base: Members,
    { parents, sent, now }: New & { readonly now: number },
  ): Members => {
    const model = modelOf(resource);
    if (model === undefined) return { ...base, ...sent };
    const own = stamped(completed(sent, base, model) as Members, model, { now, version: 1, sent });
    return withParents(
      own,
      model,
      parents.map((id, index) => ({ names: namesOf(resource, index), id })),
    );
  };

  const keep = async (work: UnitOfWork, resource: Resource, made: New): Promise<KeptRecord> => {
    const { parents, sent } = made;
    const base = await generateThing(resource, made.seed, work.now);
    const body = bodyOf(resource, base, { ...made, now: work.now });
    const at = resource.id ?? [];
    const sample = resource.id === undefined ? undefined : valueIn(base, at);
    const isFree = (id: unknown): boolean =>
      takesId(resource, id) && getRecord(work, resource, parents, String(id)) === undefined;
    const drawId = ({ random, position }: Draw): unknown => {
      if (made.id !== undefined) return typeof sample === 'number' ? Number(made.id) : made.id;
      const own = resource.id === undefined ? undefined : valueIn(sent, at);
      if (own !== undefined && isFree(own)) return own;
      for (let turn = 0; turn < MOST_DRAWS; turn++) {
        const id = drawIdLike(sample, random, position + turn);
        if (isFree(id)) return id;
      }
      return typeof sample === 'number' ? sample + position : `${String(sample)}${String(position)}`;
    };
    return addRecord(work, resource, parents, (draw) => {
      const id = drawId(draw);
      return { id: String(id), body: resource.id === undefined ? body : withAt(body, at, id) };
    });
  };

  const create = async (kind: Kind, visit: Visit): Promise<Outcome | undefined> => {
    const { work, exchange } = visit;
    const { resource } = kind;
    const sent = sentIn(kind, exchange);
    const place = placeIn(kind, exchange).parents;
    checkParents(work, kind, place);
    const parents = place.map((id, index) => id ?? textOf(sent, namesOf(resource, index)) ?? ONLY);
    const record = await keep(work, resource, { parents, sent, seed: exchange.id });
    const outcome = await answer(kind, visit, { record, headers: locationOf(kind, visit, record) });
    if (outcome === undefined) dropRecord(work, resource, record);
    return outcome;
  };

  /** Where a new thing is: described, or usual for a 201 (RFC 9110, section 15.3.2). */
  const locationOf = (
    { resource, operation, does }: Kind,
    { exchange }: Visit,
    { parents, id }: KeptRecord,
  ): Headers => {
    const read = resource.operations.find(({ does: what }) => what === 'read');
    const isDescribed = findResponse(operation, does.status)?.headers.some(({ name }) => name === 'location') === true;
    if (read === undefined || operation.location !== undefined || !(isDescribed || does.status === 201)) return {};
    const values = new Map([
      ...read.parents.map((name, index) => [name, parents[index]] as const),
      [read.parameter, id],
    ]);
    const { path = '' } = kindOf(resource, read)?.operation ?? {};
    const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''));
    return { location: `${exchange.request.origin}${contract.basePath}${filled}` };
  };

  const read = async (kind: Kind, visit: Visit<Reading>): Promise<Outcome | undefined> => {
    const record = find(kind, visit);
    return record === undefined ? undefined : answer(kind, visit, { record });
  };

  const behaviourOf = (kind: Kind): Behaviour | undefined => {
    switch (kind.does.does) {
      case 'create':
        return { transactional: true, run: (visit) => create(kind, visit) };
      case 'read':
        return { transactional: true, run: (visit) => read(kind, visit) };
      default:
        return undefined;
    }
  };

  const behaviours: Record<string, Behaviour> = {};
  if (mode === 'none') return behaviours;
  for (const resource of resources)
    for (const does of resource.operations) {
      const kind = kindOf(resource, does);
      const behaviour = kind && behaviourOf(kind);
      if (behaviour !== undefined) behaviours[does.operationId] = behaviour;
    }
  return behaviours;
};

/** A text or number among members, by the first of the names that is there. */
const textOf = (members: Members, names: readonly string[]): string | undefined => {
  const found = names.map((name) => members[name]).find((value) => value !== undefined);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
};
