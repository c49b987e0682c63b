import { type Json, type JsonObject, isObject } from '../../kernel/json.ts';
import type { Observer } from '../ports/ports.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import type { Changed } from './change.ts';
import type { EventOfChange, EventsOfChange } from './events-of-changes.ts';
import { textOf } from './keep-body.ts';
import { valueIn, withAt } from './keep-shown.ts';
import type { Resource } from './resource.ts';

/** Names one thing of a sandbox, for subscriptions to it alone; undefined if it shows no id. */
export const aboutOf = ({ name, id }: Pick<Resource, 'name' | 'id'>, body: unknown): string | undefined => {
  const text = id && textOf(valueIn(body, id));
  return text === undefined ? undefined : `${name}/${text}`;
};

/** Makes samples of events, and says whether a body fits. */
interface Samples {
  readonly ready: (type: string) => Promise<void> | undefined;
  readonly make: (work: UnitOfWork, type: string, data: Readonly<Record<string, Json>>) => JsonObject;
  readonly fits: (type: string, body: JsonObject) => boolean;
}

/** Emits the events of changes: samples of the description, which show the thing in its place. */
export const createEmission = (
  eventsOf: EventsOfChange,
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
      .find((body): body is JsonObject => isObject(body) && samples.fits(type, body as JsonObject));
  };

  return async (work, change, emitted) => {
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
};
