import { isObject } from '../../kernel/json.ts';
import { createRandom } from '../../kernel/random.ts';
import { matchesStrongly, parseEntityTags } from '../preconditions/if-match.ts';
import { plainProblem } from '../problems/problem.ts';
import type { Behaviour, Behaviours, Visit } from '../responders/stateful.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { type Answering, createAnswers, type Keeping, type KeepingParts, tagOf } from './keep-answers.ts';
import {
  absentIn,
  completed,
  drawIdLike,
  namesOf,
  stamped,
  textOf,
  withFirstStatus,
  withReadOnly,
} from './keep-body.ts';
import { letters } from './infer-words.ts';
import type { Kind, Members } from './keep-kinds.ts';
import { jsonPatch, mergePatch } from './keep-patch.ts';
import * as records from './keep-records.ts';
import { valueIn, withAt } from './keep-shown.ts';
import type { Resource } from './resource.ts';

export type { Keeping, StateMode } from './keep-answers.ts';

export interface KeptResources {
  readonly behaviours: Behaviours;
  /** Adds a thing with everything that the server sets. */
  readonly add: (work: UnitOfWork, resource: Resource, made: New) => Promise<records.KeptRecord>;
  readonly innersOf: (outer: Resource) => readonly Resource[];
  readonly modelOf: ReturnType<typeof createAnswers>['modelOf'];
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

const LONGEST_ID = 512;

/** Ids that are drawn for one thing until one is free. */
const MOST_DRAWS = 20;

/** What the operations of resources do to what is kept of them. */
export const createKeptResources = (keeping: Keeping, parts: KeepingParts): KeptResources => {
  const { resources, mode } = keeping;
  const answers = createAnswers(keeping, parts);
  const { answer, checkParents, find, modelOf, placeIn, sentIn } = answers;

  const add: KeptResources['add'] = async (work, resource, made) => {
    const { sent, seed, parents: named } = made;
    const model = modelOf(resource);
    const base = made.base ?? (await answers.generateThing(resource, seed, work.now));
    const whole = made.base ?? withFirstStatus(completed(sent, base, model) as Members, sent, model);
    const idIn = (index: number): unknown => {
      const names = namesOf(resource, index);
      return Object.entries(sent).find(([name]) => names.includes(letters(name)))?.[1];
    };
    const parents = named.map((id, index) => id ?? textOf(idIn(index)) ?? records.ONLY);
    const places = parents.map((id, index) => [namesOf(resource, index), id] as const);
    const own = stamped(whole, model, { now: work.now, version: 1, sent, parents: places });
    const at = resource.id;
    const sample = at && valueIn(base, at);
    const body = await answers.settle(resource, (at ? withAt(own, at, sample) : own) as Members, seed, work.now);
    const isFree = (id: unknown): boolean => {
      const text = textOf(id) ?? '';
      if (text === '' || text.length > LONGEST_ID || !answers.takesId(resource, id)) return false;
      return records.getRecord(work, resource, parents, text) === undefined;
    };
    const isLike = at === undefined || answers.takesId(resource, drawIdLike(sample, createRandom(seed), 1));
    const other = isLike ? undefined : valueIn(await answers.generateThing(resource, seed, work.now, true), at);
    return records.addRecord(work, resource, parents, ({ random, position }) => {
      if (at === undefined) return { id: made.id ?? String(position), body };
      const given = typeof sample === 'number' && made.id !== undefined ? Number(made.id) : made.id;
      const tries = Array.from({ length: MOST_DRAWS }, (_, turn) => drawIdLike(sample, random, position + turn));
      const last = typeof sample === 'number' ? sample + position : `${textOf(sample) ?? ''}${String(position)}`;
      const id = given ?? [valueIn(sent, at), ...tries, other].find(isFree) ?? last;
      return { id: textOf(id) ?? '', body: withAt(body, at, id) };
    });
  };

  const create = async (kind: Kind, visit: Visit): Answering => {
    const { parents } = placeIn(kind, visit);
    checkParents(kind, visit, parents);
    const { exchange, work } = visit;
    const record = await add(work, kind.resource, { parents, sent: sentIn(kind, exchange), seed: exchange.id });
    const outcome = await answer(kind, visit, record);
    if (outcome === undefined) records.dropRecord(work, kind.resource, record);
    return outcome;
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

  /** Makes a generated thing a kept one, so that what a client changes of it stays changed. */
  const adopt = async (kind: Kind, visit: Visit): Promise<records.KeptRecord> => {
    const seed = visit.exchange.id;
    const base = await answers.generateThing(kind.resource, seed, visit.work.now);
    return add(visit.work, kind.resource, { ...placeIn(kind, visit), base, sent: {}, seed });
  };

  /** Changes a thing; what the client must not change remains. */
  const change = async (
    kind: Kind,
    visit: Visit,
    { sent = {}, make }: { readonly sent?: Members; readonly make: (before: Members) => unknown },
  ): Answering => {
    const { resource } = kind;
    const found = find(kind, visit);
    if (found !== undefined) checkVersion(kind, visit, found);
    const before = found ?? (await adopt(kind, visit));
    const old = before.body as Members;
    const made = make(old);
    const model = modelOf(resource);
    const version = before.version + 1;
    const own = withReadOnly(isObject(made) ? made : old, old, model);
    const timed = stamped(own, model, { now: visit.work.now, version, sent });
    const named = resource.id === undefined ? timed : withAt(timed, resource.id, valueIn(old, resource.id));
    const body = await answers.settle(resource, named as Members, visit.exchange.id, visit.work.now);
    return answer(kind, visit, records.changeRecord(visit.work, resource, before, body));
  };

  const patch = (kind: Kind, visit: Visit): Answering => {
    const { body, input } = visit.exchange;
    const mediaType = body.kind === 'none' ? undefined : body.content.mediaType;
    if (mediaType === 'application/json-patch+json')
      return change(kind, visit, { make: (before) => jsonPatch(before, input.body) });
    const sent = sentIn(kind, visit.exchange);
    const model = modelOf(kind.resource);
    const keepsNull = (name: string) => mediaType !== 'application/merge-patch+json' && absentIn(model, name) === null;
    return change(kind, visit, { sent, make: (before) => mergePatch(before, sent, keepsNull) });
  };

  const replace = async (kind: Kind, visit: Visit, creates: number | undefined): Answering => {
    const { resource } = kind;
    const { exchange, work } = visit;
    const place = placeIn(kind, visit);
    const before = records.findRecord(work, resource, place.parents, place.id);
    const sent = sentIn(kind, exchange);
    const isGone = before !== undefined && records.isGone(before);
    if (before !== undefined && !isGone)
      return change(kind, visit, { sent, make: (old) => completed(sent, old, modelOf(resource)) });
    checkParents(kind, visit, place.parents);
    if (creates === undefined && (isGone || mode === 'strict')) throw answers.notFound(kind, place.id);
    if (before !== undefined) records.dropRecord(work, resource, before);
    const record = await add(work, resource, { ...place, sent, seed: exchange.id });
    return answer(kind, visit, record, creates);
  };

  const remove = async (kind: Kind, visit: Visit): Answering => {
    const record = find(kind, visit);
    if (record === undefined) return undefined;
    checkVersion(kind, visit, record);
    await records.deleteRecord(visit.work, kind.resource, { record, inner: answers.innersOf(kind.resource) });
    return answer(kind, visit, record);
  };

  const runOf = (kind: Kind): ((visit: Visit) => Answering) => {
    const { does } = kind;
    switch (does.does) {
      case 'create':
        return (visit) => create(kind, visit);
      case 'read':
        return async (visit) => {
          const record = find(kind, visit);
          return record && answer(kind, visit, record);
        };
      case 'list':
        return (visit) => answers.list(kind, does.list, visit);
      case 'replace':
        return (visit) => replace(kind, visit, does.creates);
      case 'patch':
        return (visit) => patch(kind, visit);
      case 'action':
        return (visit) => change(kind, visit, { make: (before) => ({ ...before, ...does.sets }) });
      case 'delete':
        return (visit) => remove(kind, visit);
    }
  };

  const behaviours: Record<string, Behaviour> = {};
  for (const resource of mode === 'none' ? [] : resources)
    for (const does of resource.operations) {
      const kind = answers.kindOf(resource, does);
      if (kind !== undefined) behaviours[does.operationId] = { transactional: true, run: runOf(kind) };
    }

  const firstOf = (work: UnitOfWork, resource: Resource): readonly string[] | undefined => {
    if (resource.parents.length === 0) return [];
    const depth = resource.parents.length - 1;
    const outer = answers.outersOf(resource).find(({ parents }) => parents.length === depth);
    const parents = outer && firstOf(work, outer);
    const first = outer && parents && records.recordsWithin(work, outer, parents)?.[0];
    return first && [...first.parents, first.id];
  };

  return {
    ...{ behaviours, add, modelOf, innersOf: answers.innersOf },
    seedRecords: async (work, count) => {
      const outerFirst = resources.toSorted((one, other) => one.parents.length - other.parents.length);
      for (const resource of outerFirst) {
        const parents = resource.kind === 'singleton' ? undefined : firstOf(work, resource);
        for (let index = 0; parents !== undefined && index < count; index++) {
          const base = await answers.generateThing(resource, `seed/${String(index)}`, work.now, true);
          await add(work, resource, { parents, sent: base, base, seed: '' });
          await work.pause();
        }
      }
    },
  };
};
