import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { isObject, mergePatch } from '../../kernel/json.ts';
import { matchesStrongly, parseEntityTags } from '../preconditions/if-match.ts';
import { plainProblem } from '../problems/problem.ts';
import type { Behaviour, Behaviours, Outcome, Visit } from '../responders/stateful.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { createAnswers, type Keeping, type KeepingParts, tagOf } from './keep-answers.ts';
import { type Bodies, drawIdLike, type Members, namesOf, textOf } from './keep-body.ts';
import { letters } from './infer-words.ts';
import type { Kind } from './keep-kinds.ts';
import { jsonPatch } from './keep-patch.ts';
import * as records from './keep-records.ts';
import { valueIn, withAt } from './keep-shown.ts';
import type { Resource } from './resource.ts';

export type { Keeping, StateMode } from './keep-answers.ts';

export interface KeptResources {
  readonly behaviours: Behaviours;
  /** Adds a thing with everything that the server sets. */
  readonly add: (work: UnitOfWork, resource: Resource, made: New) => Promise<records.KeptRecord>;
  readonly innersOf: (outer: Resource) => readonly Resource[];
  /** With the members that follow from when and how often it was changed. */
  readonly stamped: (resource: Resource, body: Members, occasion: Parameters<Bodies['stamped']>[2]) => Members;
  /** Creates generated things: so many of each kind, and within the first thing of each kind that contains others. */
  readonly seedRecords: (work: UnitOfWork, count: number) => Promise<void>;
}

/** What a new thing is made of. */
interface New {
  readonly parents: records.Parents;
  readonly sent: Members;
  /** A whole generated body. If omitted, only what the server has anyway is generated. */
  readonly base?: Members;
  /** Drawn if omitted. */
  readonly id?: string | undefined;
  readonly seed: string;
}

/** What an operation has done: to which thing, if to any. */
interface Done {
  /** As it is now; a deleted one, as it was. */
  readonly record: records.KeptRecord;
  readonly isNew?: boolean;
  /** Of the answer, if it is not the usual one. */
  readonly status?: number | undefined;
}

/** Undefined leaves the answer to what is generated. */
type Doing = Done | undefined | Promise<Done | undefined>;

const LONGEST_ID = 512;

/** Ids that are drawn for one thing until one is free. */
const MOST_DRAWS = 20;

/** What the operations of resources do to what is kept of them. */
export const createKeptResources = (keeping: Keeping, parts: KeepingParts): KeptResources => {
  const { resources, mode } = keeping;
  const answers = createAnswers(keeping, parts);
  const { bodies, checkParents, find, generateThing, placeIn, sentIn } = answers;
  const schemaOf = (resource: Resource): unknown => answers.modelOf(resource).schema;

  const add: KeptResources['add'] = async (work, resource, { base: whole, parents: named, ...made }) => {
    const { sent, seed } = made;
    const { now } = work;
    const schema = schemaOf(resource);
    const at = resource.id;
    const base = whole ?? (await generateThing(resource, seed, now));
    const sample = at && valueIn(base, at);
    const values = new Map(Object.entries(sent).map(([name, value]) => [letters(name), textOf(value)]));
    const places = named.map((id, index) => {
      const names = namesOf(resource, index);
      const stated = names.map((name) => values.get(name)).find((value) => value !== undefined);
      return [names, id ?? stated ?? records.ONLY] as const;
    });
    const parents = places.map(([, id]) => id);
    const begun = whole ?? bodies.begun(sent, base, schema);
    const own = bodies.stamped(begun, schema, { now, version: 1, sent, parents: places });
    const body = await answers.settle(resource, (at ? withAt(own, at, sample) : own) as Members, seed, now);
    const isFree = (id: unknown): boolean => {
      const text = textOf(id) ?? '';
      if (text === '' || text.length > LONGEST_ID || !answers.takesId(resource, id)) return false;
      return records.getRecord(work, resource, parents, text) === undefined;
    };
    return records.addRecord(work, resource, parents, ({ random, position }) => {
      if (at === undefined) return { id: made.id ?? String(position), body };
      const given = typeof sample === 'number' && made.id !== undefined ? Number(made.id) : made.id;
      const tries = Array.from({ length: MOST_DRAWS }, (_, turn) => drawIdLike(sample, random, position + turn));
      const last = typeof sample === 'number' ? sample + position : `${textOf(sample) ?? ''}${String(position)}`;
      // Where none is like the sample, as a pattern may want it, the sample itself was generated for the pattern.
      const id = given ?? [valueIn(sent, at), ...tries, sample].find(isFree) ?? last;
      return { id: textOf(id) ?? '', body: withAt(body, at, id) };
    });
  };

  const create = async (kind: Kind, { exchange, work }: Visit, status?: number): Promise<Done> => {
    const place = placeIn(kind, exchange);
    checkParents(kind, work, place.parents);
    const record = await add(work, kind.resource, { ...place, sent: sentIn(kind, exchange), seed: exchange.id });
    return { record, isNew: true, status };
  };

  /** RFC 9110, section 13.1.1. What was never created has no version yet. */
  const checkVersion = ({ operation }: Kind, { exchange }: Visit, record: records.KeptRecord): void => {
    const header = exchange.request.header('if-match');
    const tags = header === undefined ? undefined : parseEntityTags(header);
    if (tags === undefined || matchesStrongly(tags, tagOf(record))) return;
    throw plainProblem(412, {
      detail: `${operation.id}: the version is "${tagOf(record)}", but If-Match is ${header ?? ''}. Read it again, and send its ETag.`,
    });
  };

  /** Changes a thing, a generated one for good; what the client must not change remains. */
  const change = async (
    kind: Kind,
    visit: Visit,
    make: (before: Members) => unknown,
    sent: Members = {},
  ): Promise<Done> => {
    const { resource } = kind;
    const { exchange, work } = visit;
    const found = find(kind, visit);
    if (found !== undefined) checkVersion(kind, visit, found);
    const base = found ? {} : await generateThing(resource, exchange.id, work.now);
    const generated = { ...placeIn(kind, exchange), base, sent: {}, seed: exchange.id };
    const old = found ?? (await add(work, resource, generated));
    const before = old.body as Members;
    const made = make(before);
    const schema = schemaOf(resource);
    const own = bodies.withReadOnly(isObject(made) ? made : before, before, schema);
    const timed = bodies.stamped(own, schema, { now: work.now, version: old.version + 1, sent });
    const named = resource.id === undefined ? timed : withAt(timed, resource.id, valueIn(before, resource.id));
    const body = await answers.settle(resource, named as Members, exchange.id, work.now);
    return { record: records.changeRecord(work, resource, old, body) };
  };

  const patch = (kind: Kind, visit: Visit): Doing => {
    const { body, input } = visit.exchange;
    const mediaType = body.kind === 'none' ? undefined : body.content.mediaType;
    if (mediaType === 'application/json-patch+json')
      return change(kind, visit, (before) => jsonPatch(before, input.body));
    const sent = sentIn(kind, visit.exchange);
    const keepsNull = (name: string) =>
      mediaType !== 'application/merge-patch+json' && bodies.absentIn(schemaOf(kind.resource), name) === null;
    return change(kind, visit, (before) => mergePatch(before, sent, keepsNull), sent);
  };

  const replace = (kind: Kind, visit: Visit, creates: number | undefined): Doing => {
    const { resource } = kind;
    const { exchange, work } = visit;
    const { parents, id } = placeIn(kind, exchange);
    if (id === undefined) return undefined;
    const before = records.findRecord(work, resource, parents, id);
    const sent = sentIn(kind, exchange);
    const isGone = before !== undefined && records.isGone(before);
    if (before !== undefined && !isGone)
      return change(kind, visit, (old) => bodies.completed(sent, old, schemaOf(resource)), sent);
    if (creates === undefined && (isGone || mode === 'strict')) find(kind, visit);
    if (before !== undefined) records.dropRecord(work, resource, before);
    return create(kind, visit, creates);
  };

  const remove = async (kind: Kind, visit: Visit): Promise<Done | undefined> => {
    const record = find(kind, visit);
    if (record === undefined) return undefined;
    checkVersion(kind, visit, record);
    await records.deleteRecord(visit.work, kind.resource, { record, inner: answers.innersOf(kind.resource) });
    return { record };
  };

  const run = (kind: Kind, visit: Visit): Doing => {
    const { does } = kind;
    switch (does.does) {
      case 'create':
        return create(kind, visit);
      case 'replace':
        return replace(kind, visit, does.creates);
      case 'patch':
        return patch(kind, visit);
      case 'action':
        return change(kind, visit, (before) => ({ ...before, ...does.sets }));
      case 'delete':
        return remove(kind, visit);
      default: {
        const record = find(kind, visit);
        return record && { record };
      }
    }
  };

  /** Answers with what was done; what cannot be shown was never created. */
  const answerOf = async (kind: Kind, visit: Visit): Promise<Outcome | undefined> => {
    const { resource, does } = kind;
    if (does.does === 'list') return answers.list(kind, does.list, visit);
    const done = await run(kind, visit);
    if (done === undefined) return undefined;
    const { record, isNew, status } = done;
    const outcome = await answers.answer(kind, visit, record, status);
    if (outcome === undefined && isNew === true) records.dropRecord(visit.work, resource, record);
    return outcome;
  };

  const behaviours: Record<string, Behaviour> = {};
  for (const resource of mode === 'none' ? [] : resources)
    for (const does of resource.operations) {
      const kind = answers.kindOf(resource, does);
      if (kind !== undefined)
        behaviours[does.operationId] = { transactional: true, run: (visit) => answerOf(kind, visit) };
    }

  return {
    ...{ behaviours, add, innersOf: answers.innersOf },
    stamped: (resource, body, occasion) => bodies.stamped(body, schemaOf(resource), occasion),
    seedRecords: async (work, count) => {
      const first = new Map<Resource, readonly string[]>();
      for (const resource of resources.toSorted((one, other) => one.parents.length - other.parents.length)) {
        const depth = resource.parents.length;
        const outer = answers.outersOf(resource).find((each) => each.parents.length === depth - 1);
        const parents = depth === 0 ? [] : outer && first.get(outer);
        if (parents === undefined || resource.kind === 'singleton') continue;
        for (let index = 0; index < count; index++) {
          const base = await generateThing(resource, `seed/${String(index)}`, work.now, true);
          const { id } = await add(work, resource, { parents, sent: base, base, seed: '' });
          getOrInsert(first, resource, () => [...parents, id]);
          await work.pause();
        }
      }
    },
  };
};
