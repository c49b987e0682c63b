import { type Json, type JsonObject, isObject } from '../../kernel/json.ts';
import type { Observer } from '../ports/ports.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import type { Changed } from './change.ts';
import { type EventOfChange, type EventTable, eventsOf } from './events-of-changes.ts';
import type { MemberPath, Resource } from './resource.ts';

/** Names one thing of a sandbox, for subscriptions to it alone; undefined if it shows no id. */
export const aboutOf = ({ name, id }: Pick<Resource, 'name' | 'id'>, body: unknown): string | undefined => {
  const found = id?.reduce<unknown>((value, member) => (isObject(value) ? value[member] : undefined), body);
  return typeof found === 'string' || typeof found === 'number' ? `${name}/${String(found)}` : undefined;
};

/** Makes samples of events, and says whether a body fits. */
interface Samples {
  readonly ready: (type: string) => Promise<void> | undefined;
  readonly make: (work: UnitOfWork, type: string, data: Readonly<Record<string, Json>>) => JsonObject;
  readonly fits: (type: string, body: JsonObject) => boolean;
}

/** Emits the events of changes: samples of the description, which show the thing in its place. */
export const createEmission = (
  table: EventTable,
  { samples, observer }: { readonly samples: Samples; readonly observer: Pick<Observer, 'noticed'> },
): Changed => {
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
      .find((body): body is JsonObject => isObject(body) && samples.fits(type, body));
  };

  return async (work, change) => {
    const about = aboutOf(change.resource, change.body);
    for (const event of eventsOf(table, change)) {
      const { type } = event;
      await samples.ready(type);
      const data = bodyOf(work, event, change.body as Json);
      if (data !== undefined) work.emit({ type, data, ...(about === undefined ? {} : { about }) });
      else if (!told.has(type))
        observer.noticed({
          level: 'warn',
          message: `The event "${type}" is not sent: its body cannot show what ${change.operationId} ${change.kind}.`,
        });
      if (data === undefined) told.add(type);
    }
  };
};

/** A copy with another value at a path. */
const withAt = (value: Json | undefined, [member, ...rest]: MemberPath, inner: Json): Json => {
  if (member === undefined) return inner;
  const members: JsonObject = isObject(value) ? value : {};
  return { ...members, [member]: withAt(members[member], rest, inner) };
};
