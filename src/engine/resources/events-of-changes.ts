import { CONVENTIONS } from '../../generated/conventions.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import { shapesOf } from '../contract/schema-shapes.ts';
import { isCalled, outcomesOf, singularsOf, verbOf, wordsOf } from './infer-words.ts';
import type { MemberPath, Resource } from './resource.ts';

/** What an operation did to a kept thing. */
export interface ResourceChange {
  readonly resource: Resource;
  readonly operationId: string;
  readonly kind: 'created' | 'updated' | 'deleted' | 'acted';
  /** The thing after the change; of a deleted one, what it was. */
  readonly body: unknown;
}

/** An event that a change of a thing causes. */
export interface EventOfChange {
  readonly type: string;
  /** Where the thing is in the body of the event, and which members it has there; undefined if the body does not show it. */
  readonly place: { readonly at: MemberPath; readonly members: readonly string[] } | undefined;
}

type Kind = ResourceChange['kind'];

/** Levels and objects of a body that are searched. */
const DEEPEST = 3;
const MOST_SEARCHED = 200;

/** Of the members of a place, at least so many are members of the thing that it shows. */
const LEAST_ALIKE = 0.6;

/**
 * Which events the changes of kept things cause: those that `x-emits` of the operation names, else those whose name tells of the
 * change (`ticket.created`, `TicketClosed`) and whose body shows the thing.
 */
export const eventsOfChanges = (
  { document, events, operations }: Pick<Contract, 'document' | 'events' | 'operations'>,
  emits: 'inferred' | 'none',
) => {
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
      if (at.length < DEEPEST && waiting.length < MOST_SEARCHED)
        for (const [name, member] of inside) if (isMeant(name)) waiting.push({ at: [...at, name], schema: member });
    }
    return found;
  };

  /** The events whose names tell of what an operation does. */
  const inferred = (operation: Operation, path: string, kind: Kind, subject: readonly string[]): readonly string[] => {
    const action = actionOf(operation);
    const own = [operation.id, operation.path, path].flatMap(wordsOf);
    const find = (wanted: Kind): readonly string[] => {
      const verbs = verbsOf(wanted, action);
      const tells = ({ readings }: (typeof named)[number]): boolean =>
        readings.some(({ verb, rest }) => verbs.includes(verb) && isAbout(rest, subject, own));
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
    const types = stated ?? (emits === 'none' ? [] : inferred(operation, resource.path, kind, subject));
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

/** `POST /tickets/{id}/close` and `POST /tickets/{id}:close` close, `DELETE /issues/{id}/lock` unlocks. */
const actionOf = ({ method, path }: Operation): string =>
  `${method === 'DELETE' ? 'un' : ''}${/([^/:{}]*)$/.exec(path)?.[1] ?? ''}`;

/** The verb of a name is its last word, or its first: `ticket.created`, `createdTicket`. */
const readingsOf = (type: string) => {
  const words = wordsOf(type).filter((word) => !isCalled(word, CONVENTIONS.events.empty));
  return [
    { verb: words.at(-1) ?? '', rest: words.slice(0, -1) },
    { verb: words[0] ?? '', rest: words.slice(1) },
  ];
};

/** The verbs of events that tell of a kind of change, or of an action, such as `close` or `mark-as-paid`. */
const verbsOf = (kind: Kind, action: string): readonly string[] => {
  if (kind !== 'acted') return CONVENTIONS.events[kind];
  const verb = verbOf(action);
  return verb === undefined ? [] : outcomesOf(verb).is;
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
