import { CONVENTIONS } from '../../generated/conventions.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import { isObject, type Json, type JsonObject } from '../../kernel/json.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import { shapesOf } from '../contract/schema-shapes.ts';
import type { Observer } from '../ports/ports.ts';
import { type Behaviours, wrapWrites } from '../responders/stateful.ts';
import type { Collection } from '../sandbox/collection.ts';
import { overrideUnitOfWork } from '../sandbox/create-unit-of-work.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import type { DrawWebhookSecret } from '../webhooks/endpoint.ts';
import { aboutOf, withCallbacks } from './callbacks.ts';
import { isCalled, outcomesOf, singularsOf, verbOf, wordsOf } from '../matching/names.ts';
import { collectionOf, isGone, type KeptRecord } from './keep-records.ts';
import { withAt } from './keep-shown.ts';
import type { MemberPath, Resource } from './resource.ts';

/**
 * Adds to behaviours, whoever wrote them, what follows from a success: the events of what was done to kept things, which are samples
 * of the description that show the thing in its place, and subscriptions of callbacks.
 */
export const createEmission = (
  contract: Contract,
  parts: {
    readonly resources: readonly Resource[];
    /** Makes samples of events, and says whether a body fits. */
    readonly samples: {
      readonly ready: (type: string) => Promise<void> | undefined;
      readonly make: (work: UnitOfWork, type: string, data: Readonly<Record<string, Json>>) => JsonObject;
      readonly fits: (type: string, body: JsonObject) => boolean;
    };
    readonly observer: Pick<Observer, 'noticed'>;
    readonly drawSecret: DrawWebhookSecret;
  },
): ((own: Behaviours) => Behaviours) => {
  const { resources, samples, observer } = parts;
  const { operations } = contract;
  const eventsOf = eventsOfChanges(contract);
  const kept = new Map(resources.map((resource) => [collectionOf(resource).name, resource]));
  const told = new Set<string>();

  const bodyOf = (work: UnitOfWork, { type, place }: EventOfChange, thing: Json): JsonObject | undefined => {
    const sample = samples.make(work, type, {});
    if (place === undefined) return sample;
    const { at, members } = place;
    const known = isObject(thing)
      ? Object.fromEntries(Object.entries(thing).filter(([name]) => members.includes(name)))
      : thing;
    return [thing, known]
      .map((shown) => withAt(sample, at, shown))
      .concat(samples.make(work, type, withAt({}, at, known) as Readonly<Record<string, Json>>))
      .find((body): body is JsonObject => isObject(body) && samples.fits(type, body as JsonObject));
  };

  /** The events of a change, but for those that the operation emitted itself. */
  const emit = async (work: UnitOfWork, change: ResourceChange, emitted: ReadonlySet<string>): Promise<void> => {
    const about = aboutOf(change.resource, change.body);
    for (const event of eventsOf(change)) {
      const { type } = event;
      if (emitted.has(type)) continue;
      await samples.ready(type);
      const data = bodyOf(work, event, change.body as Json);
      if (data !== undefined) {
        work.emit({ type, data, ...(about !== undefined && { about }) });
        continue;
      }
      if (!told.has(type))
        observer.noticed({
          level: 'warn',
          message: `The event "${type}" is not sent: its body cannot show what ${change.operationId} ${change.kind}.`,
        });
      told.add(type);
    }
  };

  return (own) => {
    const emitting = wrapWrites(own, operations, ({ id }, run) => async (visit) => {
      const watch = watchWork(visit.work, kept);
      const outcome = await run({ ...visit, work: watch.work });
      for (const written of watch.written.values()) {
        const change = toChange(written, id);
        if (change !== undefined) await emit(visit.work, change, watch.emitted);
      }
      return outcome;
    });
    return withCallbacks(emitting, operations, parts);
  };
};

/** What became of a record; undefined before it was there, and after it was. */
interface Written {
  readonly resource: Resource;
  readonly before: KeptRecord | undefined;
  readonly after: KeptRecord | undefined;
  /** What it was when it last was there. */
  readonly last: KeptRecord | undefined;
}

/** Notes what becomes of each record, from before the work to its end. */
const watchWork = (work: UnitOfWork, kept: ReadonlyMap<string, Resource>) => {
  const written = new Map<string, Written>();
  const emitted = new Set<string>();
  const note = <T>({ name, idOf }: Collection<T>, was: T | undefined, is: T | undefined): void => {
    const resource = kept.get(name);
    if (resource === undefined) return;
    const place = `${name} ${idOf((is ?? was) as T)}`;
    const [before, after] = [was, is] as readonly (KeptRecord | undefined)[];
    const known = written.get(place) ?? { before, last: before };
    written.set(place, { ...known, resource, after, last: after && !isGone(after) ? after : known.last });
  };
  const watched: Partial<UnitOfWork> = {
    insert: (collection, make) => {
      const made = work.insert(collection, make);
      note(collection, undefined, made);
      return made;
    },
    update: (collection, before, after) => {
      note(collection, before, after);
      return work.update(collection, before, after);
    },
    remove: (collection, value) => {
      note(collection, value, undefined);
      work.remove(collection, value);
    },
    emit: (draft) => {
      emitted.add(draft.type);
      return work.emit(draft);
    },
  };
  return { work: overrideUnitOfWork(work, watched), written, emitted };
};

/** Undefined for what was only touched: a thing that never came about, or one that went with what contained it. */
const toChange = ({ resource, before, after, last }: Written, operationId: string): ResourceChange | undefined => {
  const wasThere = before !== undefined && !isGone(before);
  const does = resource.operations.find((operation) => operation.operationId === operationId)?.does;
  // What was only generated can be deleted, too.
  if (after === undefined || (isGone(after) && !wasThere && does !== 'delete')) return undefined;
  if (isGone(after)) return { resource, operationId, kind: 'deleted', body: last?.body };
  // A generated thing that a client changes becomes a kept one, in its second version.
  const isNew = !wasThere && (after.version === 1 || (does !== 'patch' && does !== 'action'));
  const isAct = does === undefined || does === 'action';
  return { resource, operationId, kind: isNew ? 'created' : isAct ? 'acted' : 'updated', body: after.body };
};

/** What an operation did to a kept thing. */
export interface ResourceChange {
  readonly resource: Resource;
  readonly operationId: string;
  readonly kind: 'created' | 'updated' | 'deleted' | 'acted';
  /** The thing after the change; of a deleted one, what it was. */
  readonly body: unknown;
}

/** An event that a change of a thing causes. */
interface EventOfChange {
  readonly type: string;
  /** Where the thing is in the body of the event, and which members it has there; undefined if the body does not show it. */
  readonly place: { readonly at: MemberPath; readonly members: readonly string[] } | undefined;
}

type Kind = ResourceChange['kind'];

/** Levels of a body that are searched. */
const DEEPEST = 3;

/** Of the members of a place, at least so many are members of the thing that it shows. */
const LEAST_ALIKE = 0.6;

/**
 * Which events the changes of kept things cause: those that `x-emits` of the operation names, else those whose name tells of the
 * change (`ticket.created`, `TicketClosed`) and whose body shows the thing.
 */
export const eventsOfChanges = ({ document, events, operations }: Contract) => {
  const shapes = shapesOf(document);
  const described = new Map(operations.map((operation) => [operation.id, operation]));
  const named = [...events.keys()].map((type) => ({ type, readings: readingsOf(type) }));
  const known = new Map<string, readonly EventOfChange[]>();

  /** The place in a body that shows the most of a thing, its id included: the body itself, or a member whose name says so. */
  const findPlace = (body: unknown, resource: Resource, subject: readonly string[]): EventOfChange['place'] => {
    const thing = shapes.membersOf(resource.schema);
    const id = resource.id?.[0];
    const isMeant = (name: string): boolean => {
      const words = wordsOf(name);
      const isSubject = subject.every((word) => words.some((each) => isSame(each, word)));
      return isSubject || isCalled(name, CONVENTIONS.events.holders);
    };
    let most = 0;
    let found: EventOfChange['place'];
    const waiting: { readonly at: MemberPath; readonly schema: unknown }[] = [{ at: [], schema: body }];
    // The list grows while it is walked.
    for (const { at, schema } of waiting) {
      const inside = shapes.membersOf(schema);
      const members = [...inside.keys()];
      const shown = members.filter((name) => thing.has(name)).length;
      const isAlike = shown >= members.length * LEAST_ALIKE && (id === undefined || inside.has(id));
      if (isAlike && shown > most) {
        found = { at, members };
        most = shown;
      }
      if (at.length < DEEPEST)
        for (const [name, member] of inside) if (isMeant(name)) waiting.push({ at: [...at, name], schema: member });
    }
    return found;
  };

  /** The events whose names tell of what an operation does. */
  const inferred = (operation: Operation, path: string, kind: Kind, subject: readonly string[]): readonly string[] => {
    // `POST /tickets/{id}/close` and `POST /tickets/{id}:close` close.
    const action = /[^/:{}]*$/.exec(operation.path)?.[0] ?? '';
    const own = [operation.id, operation.path, path].flatMap(wordsOf);
    const find = (wanted: Kind): readonly string[] => {
      const verbs = verbsOf(wanted, action);
      const tells = ({ readings }: (typeof named)[number]): boolean =>
        readings.some(({ verb = '', rest }) => verbs.includes(verb) && isAbout(rest, subject, own));
      return named.filter(tells).map(({ type }) => type);
    };
    const found = find(kind);
    // What an action did is an update, unless an event has its name.
    return found.length === 0 && kind === 'acted' ? find('updated') : found;
  };

  const find = ({ resource, operationId, kind }: Omit<ResourceChange, 'body'>): readonly EventOfChange[] => {
    const operation = described.get(operationId);
    if (operation === undefined) return [];
    const subject = wordsOf(resource.name.split('.').at(-1) ?? '');
    const stated = operation.emits?.filter((type) => events.has(type));
    const types = stated ?? inferred(operation, resource.path, kind, subject);
    const caused = types.map((type) => ({
      type,
      place: findPlace({ $ref: events.get(type)?.pointer }, resource, subject),
    }));
    // What `x-emits` names tells of the operation's own resource, even if it does not show the thing.
    const isOwn = resource.operations.some((each) => each.operationId === operationId);
    return stated !== undefined && isOwn ? caused : caused.filter(({ place }) => place !== undefined);
  };
  return (change: Omit<ResourceChange, 'body'>): readonly EventOfChange[] =>
    getOrInsert(known, `${change.operationId} ${change.resource.name} ${change.kind}`, () => find(change));
};

/** The verb of a name is its last word, or its first: `ticket.created`, `newTicket`. */
const readingsOf = (type: string) => {
  const words = wordsOf(type).filter((word) => !isCalled(word, CONVENTIONS.events.empty));
  return [
    { verb: words.at(-1), rest: words.slice(0, -1) },
    { verb: words[0], rest: words.slice(1) },
  ];
};

/** The verbs of events that tell of a kind of change, or of an action, such as `close` or `mark-as-paid`. */
const verbsOf = (kind: Kind, action: string): readonly string[] => {
  if (kind !== 'acted') return CONVENTIONS.events[kind];
  const verb = verbOf(action);
  return verb === undefined ? [] : outcomesOf(verb);
};

const isSame = (one: string, other: string): boolean => {
  const known = singularsOf(one);
  return singularsOf(other).some((form) => known.includes(form));
};

/** Whether words end with those of a resource, after none but words of the operation, such as those of what contains it. */
const isAbout = (words: readonly string[], subject: readonly string[], own: readonly string[]): boolean => {
  const start = words.length - subject.length;
  if (subject.length === 0 || start < 0) return false;
  return (
    subject.every((word, index) => isSame(word, words[start + index] ?? '')) &&
    words.slice(0, start).every((word) => own.some((each) => isSame(each, word)))
  );
};
