import { isSameJson } from '../../kernel/canonical-json.ts';
import { isObject, mergePatch, stringifyJson } from '../../kernel/json.ts';
import { valueIn } from '../../kernel/json-pointer.ts';
import { suggest } from '../matching/nearest.ts';
import { matchesStrongly, parseEntityTags } from '../preconditions/if-match.ts';
import { plainProblem } from '../problems/problem.ts';
import { NO_PREFERENCE, readPreference } from '../responders/preference.ts';
import type { Behaviour, Visit } from '../responders/stateful.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import { createBeginning, type New } from './begin.ts';
import { createAnswers, type Keeping, type KeepingParts, type Kind, seedOf } from './keep-answers.ts';
import { drawIdLike, type Members, namesOf, textOf } from './keep-body.ts';
import { letters } from '../matching/names.ts';
import * as records from './keep-records.ts';
import { withAt } from './keep-shown.ts';
import type { FindThings } from './own-behaviours.ts';
import type { Resource } from './resource.ts';

export type { Keeping, KeepingParts } from './keep-answers.ts';

export type KeptResources = ReturnType<typeof createKeptResources>;

const LONGEST_ID = 512;

/** Ids that are drawn for one thing until one is free. */
const MOST_DRAWS = 20;

/** What the operations of resources do to what is kept of them. */
export const createKeptResources = (keeping: Keeping, parts: KeepingParts) => {
  const { resources, mode } = keeping;
  const answers = createAnswers(keeping, parts);
  const { bodies, checkParents, find, generateThing, innersOf, placeIn, sentIn } = answers;

  /** The body of a new thing, and the ids of what contains it. */
  const make = async (
    resource: Resource,
    { base: whole, parents: named, sent, seed, isGenerated = false, isFixed = false }: New,
    now: number,
  ) => {
    const { schema, id: at } = resource;
    const base = whole ?? (await generateThing(resource, seed, now));
    const values = new Map(Object.entries(sent).map(([name, value]) => [letters(name), textOf(value)]));
    const places = named.map((id, index) => {
      const names = namesOf(resource)[index] ?? [];
      const stated = names.map((name) => values.get(name)).find((value) => value !== undefined);
      return [names, id ?? stated ?? records.ONLY] as const;
    });
    const begun = whole ?? bodies.begun(sent, base, schema);
    const occasion = { now: isGenerated ? undefined : now, version: 1, sent, isFixed, parents: places };
    const own = bodies.stamped(begun, schema, occasion);
    const value = at ? withAt(own, at, await answers.idOf(resource, valueIn(base, at), seed)) : own;
    const settled = await answers.settle(resource, { value, seed: () => seed, isGenerated }, now);
    return { parents: places.map(([, id]) => id), ...settled };
  };

  /** Throws 409 if another thing has the members that name this one; what was only generated names nothing. */
  const checkKey = (work: UnitOfWork, resource: Resource, parents: records.Parents, body: Members): void => {
    const key = records.ownKeyOf(resource, parents, body);
    const other = key && work.findFirst(records.collectionOf(resource), key);
    if (other === undefined) return;
    const members = resource.key?.map((name) => `${name} ${stringifyJson(body[name])}`).join(' and ') ?? '';
    throw plainProblem(409, { detail: `${resource.name} already has one with ${members}: ${other.id}.` });
  };

  /** With what follows from a change, and the id that it has. */
  const rewrite = (work: UnitOfWork, resource: Resource, before: records.KeptRecord, made: Members, sent: Members) => {
    const { id, schema } = resource;
    const stamped = bodies.stamped(made, schema, { now: work.now, version: before.version + 1, sent });
    const body = id === undefined ? stamped : (withAt(stamped, id, valueIn(before.body, id)) as Members);
    const [was, is] = [before.body, body].map((each) => records.ownKeyOf(resource, before.parents, each)?.text);
    if (was !== is) checkKey(work, resource, before.parents, body);
    return records.changeRecord(work, resource, before, body);
  };

  const add = async (work: UnitOfWork, resource: Resource, made: New) => {
    const { parents, body, fault } = await make(resource, made, work.now);
    if (made.base === undefined) checkKey(work, resource, parents, made.sent);
    const { id: at } = resource;
    const isFree = (id: unknown): boolean => {
      const text = textOf(id) ?? '';
      if (text === '' || text.length > LONGEST_ID || !answers.takesId(resource, id)) return false;
      return records.findRecord(work, resource, parents, text) === undefined;
    };
    // A client may create again what it has deleted.
    const named = at && records.findRecord(work, resource, parents, textOf(valueIn(made.sent, at)) ?? '');
    if (named !== undefined && records.isGone(named)) work.remove(records.collectionOf(resource), named);
    const record = records.addRecord(work, resource, parents, ({ random, position }) => {
      if (made.id !== undefined) return { id: made.id, body: bodies.withId(resource, body, made.id) };
      if (at === undefined) return { id: String(position), body };
      const sample = valueIn(body, at);
      let id = valueIn(made.sent, at);
      // Where none is like the sample, as a pattern may want it, the sample itself was generated for the pattern.
      for (let draws = 0; draws <= MOST_DRAWS && !isFree(id); draws++)
        id = draws < MOST_DRAWS ? drawIdLike(sample, random, position + draws) : sample;
      if (!isFree(id)) id = typeof sample === 'number' ? sample + position : `${textOf(sample) ?? ''}${position}`;
      return { id: textOf(id) ?? '', body: withAt(body, at, id) };
    });
    return { record, fault };
  };

  /** What a path names, but nobody created: it is as generated, with the id of its path, until a client changes it. */
  const imagine = async (kind: Kind, { exchange, work: { now } }: Visit<Reading>): Promise<records.KeptRecord> => {
    const { resource } = kind;
    const { parents: named, id = '' } = placeIn(kind, exchange);
    const seed = seedOf(resource, named, id);
    const base = await generateThing(resource, seed, now);
    const { parents, body } = await make(resource, { base, parents: named, sent: {}, seed, isGenerated: true }, now);
    return {
      parents,
      id,
      body: bodies.withId(resource, body, id),
      version: 1,
      number: 0,
      createdAt: now,
      updatedAt: now,
    };
  };

  const create = async (kind: Kind, visit: Visit, status?: number) => {
    const { exchange, work } = visit;
    const place = placeIn(kind, exchange);
    checkParents(kind, work, place.parents);
    const { resource } = kind;
    const seed = place.id === undefined ? exchange.id : seedOf(resource, place.parents, place.id);
    const { record, fault } = await add(work, resource, { ...place, sent: sentIn(kind, exchange), seed });
    const outcome = await answers.answer(kind, visit, record, { created: status, fault });
    // What cannot be shown was never created.
    if (outcome === undefined) work.remove(records.collectionOf(resource), record);
    return outcome;
  };

  /** RFC 9110, section 13.1.1. */
  const checkVersion = (header: string | undefined, record: records.KeptRecord, name: string): void => {
    if (header === undefined) return;
    const tags = parseEntityTags(header);
    const tag = records.tagOf(record);
    if (tags === undefined || matchesStrongly(tags, tag)) return;
    throw plainProblem(412, {
      detail: `${name}: the version is "${tag}", but If-Match is ${header}. Read it again, and send its ETag.`,
    });
  };

  /** What a path names, kept from now on if it was only generated; what the client has read must still be true. */
  const keep = async (kind: Kind, visit: Visit): Promise<records.KeptRecord> => {
    const shown = find(kind, visit) ?? (await imagine(kind, visit));
    checkVersion(visit.exchange.request.header('if-match'), shown, kind.operation.id);
    return shown.number > 0 ? shown : records.addRecord(visit.work, kind.resource, shown.parents, () => shown);
  };

  /** What a client has `sent` changes nothing that is `readOnly`; without it, the server makes the change. */
  const change = async (kind: Kind, visit: Visit, make: (before: Members) => unknown, sent?: Members) => {
    const { resource } = kind;
    const { work } = visit;
    const old = await keep(kind, visit);
    const before = old.body as Members;
    const made = make(before);
    const whole = isObject(made) ? made : before;
    const value = sent === undefined ? whole : bodies.withReadOnly(whole, before, resource.schema);
    const seed = () => seedOf(resource, old.parents, old.id);
    const { body, fault } = await answers.settle(resource, { value, seed, before }, work.now);
    return answers.answer(kind, visit, rewrite(work, resource, old, body, sent ?? {}), { fault });
  };

  const patch = async (kind: Kind, visit: Visit) => {
    const { body, input } = visit.exchange;
    const mediaType = body.kind === 'none' ? undefined : body.content.mediaType;
    // Some descriptions have a JSON Patch as plain JSON, where no thing is a list.
    if (mediaType === 'application/json-patch+json' || Array.isArray(input.body)) {
      const { jsonPatch } = await import('./keep-patch.ts');
      return change(kind, visit, (before) => jsonPatch(before, input.body), {});
    }
    const sent = sentIn(kind, visit.exchange);
    const keepsNull = (name: string) =>
      mediaType !== 'application/merge-patch+json' && bodies.absentIn(kind.resource.schema, name) === null;
    return change(kind, visit, (before) => mergePatch(before, sent, keepsNull), sent);
  };

  const replace = (kind: Kind, visit: Visit, creates: number | undefined) => {
    const { resource } = kind;
    const { exchange, work } = visit;
    const { parents, id } = placeIn(kind, exchange);
    if (id === undefined) return undefined;
    const before = records.findRecord(work, resource, parents, id);
    const sent = sentIn(kind, exchange);
    const isGone = before !== undefined && records.isGone(before);
    if (before !== undefined && !isGone)
      return change(kind, visit, (old) => bodies.completed(sent, old, resource.schema), sent);
    if (creates === undefined && (isGone || mode === 'strict')) find(kind, visit);
    if (before !== undefined) work.remove(records.collectionOf(resource), before);
    return create(kind, visit, creates);
  };

  /** What was only generated is gone from now on, too. */
  const remove = async (kind: Kind, visit: Visit) => {
    const { resource } = kind;
    const record = await keep(kind, visit);
    await records.deleteRecord(visit.work, resource, record, innersOf(resource));
    return answers.answer(kind, visit, record);
  };

  /** Whether there is no wish for other chance, which what is generated each time follows. */
  const isUsual = ({ exchange }: Visit): boolean => readPreference(exchange.request) === NO_PREFERENCE;

  const read = (kind: Kind, visit: Visit) => {
    const record = find(kind, visit);
    if (record !== undefined) return answers.answer(kind, visit, record);
    const isShown = kind.content !== undefined && kind.does.response !== undefined;
    return isShown && isUsual(visit)
      ? imagine(kind, visit).then((imagined) => answers.answer(kind, visit, imagined))
      : undefined;
  };

  /** Undefined leaves the answer to what is generated. */
  const run = (kind: Kind, visit: Visit) => {
    const { does } = kind;
    switch (does.does) {
      case 'create':
        return create(kind, visit);
      case 'list':
        return answers.list(kind, does.list, visit, isUsual);
      case 'replace':
        return replace(kind, visit, does.creates);
      case 'patch':
        return patch(kind, visit);
      case 'action':
        return change(kind, visit, (before) => ({ ...before, ...does.sets }));
      case 'delete':
        return remove(kind, visit);
      case 'read':
        return read(kind, visit);
    }
  };

  const listAlone = (kind: Kind, visit: Visit) =>
    kind.does.does === 'list' && isUsual(visit) ? answers.listGenerated(kind, kind.does.list, visit) : undefined;

  const behaviours: Record<string, Behaviour> = {};
  const follow = (all: readonly Resource[], how: typeof run): void => {
    for (const resource of all)
      for (const does of resource.operations) {
        const kind = answers.kindOf(resource, does);
        if (kind !== undefined)
          behaviours[does.operationId] = { transactional: true, run: (visit) => how(kind, visit) };
      }
  };
  follow(resources, run);
  follow(keeping.lists ?? [], listAlone);

  const findThings: FindThings =
    (work, { seed, ifMatch }) =>
    (wanted, ...ids) => {
      const resource = resources.find(({ name }) => name === wanted);
      if (resource === undefined)
        throw new Error(
          `records.of("${wanted}"): ${suggest(
            wanted,
            resources.map(({ name }) => name),
          )}`,
        );
      const parents = resource.parents.map((_, index) => (ids[index] === undefined ? undefined : String(ids[index])));
      const findOne = (id: string | number): records.KeptRecord | undefined => {
        const found = records.findRecord(work, resource, parents, String(id));
        return found === undefined || records.isGone(found) ? undefined : found;
      };
      const all = () => records.recordsWithin(work, resource, parents).all() ?? [];
      let count = 0;
      return {
        get: (id) => {
          const found = findOne(id);
          return found && records.copyOf(found);
        },
        list: () => all().map(records.copyOf),
        find: (members) => {
          const key = records.ownKeyOf(resource, parents, members);
          const named = key && work.findAll(records.collectionOf(resource), key);
          const found = (named ?? all()).find(({ body }) =>
            Object.entries(members).every(([name, value]) => isSameJson((body as Members)[name], value)),
          );
          return found && records.copyOf(found);
        },
        checkVersion: (id) => {
          const found = findOne(id);
          if (found !== undefined) checkVersion(ifMatch, found, resource.name);
        },
        insert: async (sent) =>
          records.copyOf(
            (await add(work, resource, { parents, sent: { ...sent }, seed: `${seed}/${count++}` })).record,
          ),
        update: (id, sent) => {
          const before = findOne(id);
          if (before === undefined) return undefined;
          const made = { ...(before.body as Members), ...sent };
          return records.copyOf(rewrite(work, resource, before, made, { ...sent }));
        },
        remove: async (id) => {
          const record = findOne(id);
          if (record !== undefined) await records.deleteRecord(work, resource, record, innersOf(resource));
          return record !== undefined;
        },
      };
    };

  return { behaviours, findThings, ...createBeginning(resources, answers, { make, add }) };
};
