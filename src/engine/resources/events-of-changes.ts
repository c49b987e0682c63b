import { isJsonMediaType } from '../../kernel/http.ts';
import { type Contract, findResponse, type Operation } from '../contract/contract.ts';
import { createSchemaShapes, type SchemaShapes } from '../contract/schema-shapes.ts';
import type { ResourceChange } from './change.ts';
import { isVerbOf, wordsOfEvent } from './event-words.ts';
import { singularsOf, wordsOf } from './infer-words.ts';
import type { MemberPath, Resource, ResourceOperation } from './resource.ts';

/** An event that a change of a thing causes. */
export interface EventOfChange {
  readonly type: string;
  /** Where the thing is in the body of the event, and which members it has there; undefined if the body does not show it. */
  readonly place: ThingPlace | undefined;
}

interface ThingPlace {
  readonly at: MemberPath;
  readonly members: readonly string[];
}

type Kind = ResourceChange['kind'];

/** By operation and what it does, as `createTicket created`. */
export type EventTable = ReadonlyMap<string, readonly EventOfChange[]>;

export const eventsOf = (table: EventTable, { operationId, kind }: Pick<ResourceChange, 'operationId' | 'kind'>) =>
  table.get(`${operationId} ${kind}`) ?? [];

const KINDS: Readonly<Record<ResourceOperation['does'], readonly Kind[]>> = {
  create: ['created'],
  replace: ['created', 'updated'],
  patch: ['updated'],
  delete: ['deleted'],
  action: ['acted'],
  read: [],
  list: [],
};

/**
 * Which events the changes of resources cause: those that `x-emits` of the operation names, else those whose name tells of the
 * change (`ticket.created`, `TicketClosed`) and whose body shows the thing.
 */
export const eventsOfChanges = (
  resources: readonly Resource[],
  { document, events, operations }: Pick<Contract, 'document' | 'events' | 'operations'>,
  emits: 'inferred' | 'none',
): EventTable => {
  const shapes = createSchemaShapes(document);
  const described = new Map(operations.map((operation) => [operation.id, operation]));
  const subjects = resources.map((resource) => ({ resource, words: wordsOf(resource.name.split('.').at(-1) ?? '') }));
  const named = [...events.keys()].map((type) => {
    const words = wordsOfEvent(type);
    const [best] = subjects
      .filter((subject) => readings(words).some(({ rest }) => isAbout(rest, subject.words)))
      .sort((a, b) => b.words.length - a.words.length);
    return { type, words, resource: best?.resource, subject: best?.words ?? [] };
  });

  /** The events whose names tell of a change. */
  const inferred = (resource: Resource, kind: Kind, action: string): readonly string[] => {
    const verbs = (wanted: Kind): readonly string[] =>
      named
        .filter((each) => each.resource === resource)
        .filter(({ words, subject }) =>
          readings(words).some(({ verb, rest }) => isAbout(rest, subject) && isVerbOf(verb, wanted, action)),
        )
        .map(({ type }) => type);
    const own = verbs(kind);
    // What an action did is an update, unless an event has its name.
    return own.length === 0 && kind === 'acted' ? verbs('updated') : own;
  };

  const table = new Map<string, readonly EventOfChange[]>();
  for (const resource of resources) {
    const thing = thingIn(resource, described, shapes);
    for (const { operationId, does } of resource.operations)
      for (const kind of KINDS[does]) {
        const operation = described.get(operationId);
        const stated = operation?.emits?.filter((type) => events.has(type));
        const types = stated ?? (emits === 'none' ? [] : inferred(resource, kind, actionOf(operation)));
        const caused = types.map((type) => ({
          type,
          place: findThing(shapes, { $ref: events.get(type)?.pointer }, { thing, id: resource.id?.[0] }),
        }));
        const sent = stated === undefined ? caused.filter(({ place }) => place !== undefined) : caused;
        if (sent.length > 0) table.set(`${operationId} ${kind}`, sent);
      }
  }
  return table;
};

/** `/tickets/{id}/close` and `/tickets/{id}:close` close. */
const actionOf = (operation: Operation | undefined): string => /([^/:{}]*)$/.exec(operation?.path ?? '')?.[1] ?? '';

/** The verb of a name is its last word, or its first: `ticket.created`, `createdTicket`. */
const readings = (words: readonly string[]) => [
  { verb: words.at(-1) ?? '', rest: words.slice(0, -1) },
  { verb: words[0] ?? '', rest: words.slice(1) },
];

/** Whether words end with those of a resource, singular or plural: those before may name what contains it. */
const isAbout = (words: readonly string[], subject: readonly string[]): boolean =>
  subject.length > 0 &&
  words.length >= subject.length &&
  subject.every((word, index) => {
    const known = singularsOf(word);
    return singularsOf(words[words.length - subject.length + index] ?? '').some((form) => known.includes(form));
  });

/** The names of a thing's members, as the first operation that answers with it describes them. */
const thingIn = (
  { operations }: Resource,
  described: ReadonlyMap<string, Operation>,
  shapes: SchemaShapes,
): ReadonlySet<string> => {
  const sorted = [...operations].sort((a, b) => Number(b.does === 'read') - Number(a.does === 'read'));
  for (const { operationId, does, status, response } of sorted) {
    const operation = described.get(operationId);
    if (operation === undefined || response === undefined || does === 'list') continue;
    const contents = findResponse(operation, status)?.contents ?? [];
    const body = contents.find(({ mediaType }) => isJsonMediaType(mediaType))?.schema?.schema;
    const names = shapes.membersOf(response.reduce<unknown>((schema, name) => shapes.memberOf(schema, name), body));
    if (names.size > 0) return new Set(names.keys());
  }
  return new Set();
};

/** Levels and objects of a body that are searched. */
const DEEPEST = 3;
const MOST_SEARCHED = 200;

/** Of the members of a place, at least so many are members of the thing that it shows. */
const LEAST_ALIKE = 0.6;

/** The place in a body that shows the most of a thing, its id included. */
const findThing = (
  shapes: SchemaShapes,
  body: unknown,
  { thing, id }: { readonly thing: ReadonlySet<string>; readonly id: string | undefined },
): ThingPlace | undefined => {
  let found: { readonly place: ThingPlace; readonly shown: number } | undefined;
  const waiting: { readonly at: MemberPath; readonly schema: unknown }[] = [{ at: [], schema: body }];
  // The list grows while it is walked.
  for (const { at, schema } of waiting) {
    const described = shapes.membersOf(schema);
    const members = [...described.keys()];
    const shown = members.filter((name) => thing.has(name)).length;
    const isAlike = shown > 0 && shown >= members.length * LEAST_ALIKE && (id === undefined || described.has(id));
    if (isAlike && shown > (found?.shown ?? 0)) found = { place: { at, members }, shown };
    if (at.length < DEEPEST && waiting.length < MOST_SEARCHED)
      waiting.push(...[...described].map(([name, member]) => ({ at: [...at, name], schema: member })));
  }
  return found?.place;
};
