import { type Json, type JsonObject, isObject } from '../../kernel/json.ts';
import type { Contract } from '../contract/contract.ts';
import type { Observer } from '../ports/ports.ts';
import type { Behaviours } from '../responders/stateful.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import type { DrawWebhookSecret } from '../webhooks/endpoint.ts';
import { aboutOf, withCallbacks } from './callbacks.ts';
import { withChanges } from './change.ts';
import { type EventOfChange, eventsOfChanges } from './events-of-changes.ts';
import { withAt } from './keep-shown.ts';
import type { Resource } from './resource.ts';

interface EmissionParts {
  readonly resources: readonly Resource[];
  readonly emits: 'inferred' | 'none';
  /** Makes samples of events, and says whether a body fits. */
  readonly samples: {
    readonly ready: (type: string) => Promise<void> | undefined;
    readonly make: (work: UnitOfWork, type: string, data: Readonly<Record<string, Json>>) => JsonObject;
    readonly fits: (type: string, body: JsonObject) => boolean;
  };
  readonly observer: Pick<Observer, 'noticed'>;
  readonly drawSecret: DrawWebhookSecret;
}

/**
 * Adds to behaviours, whoever wrote them, what follows from a success: the events of what was done to kept things, which are samples
 * of the description that show the thing in its place, and subscriptions of callbacks.
 */
export const createEmission = (contract: Contract, parts: EmissionParts): ((own: Behaviours) => Behaviours) => {
  const { resources, emits, samples, observer } = parts;
  const { operations } = contract;
  const eventsOf = eventsOfChanges(contract, emits);
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

  return (own) => {
    const emitting = withChanges(own, operations, resources, async (work, change, emitted) => {
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
    });
    return withCallbacks(emitting, operations, parts);
  };
};
