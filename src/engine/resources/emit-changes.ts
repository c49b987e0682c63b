import { isObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { valueIn } from '../../kernel/json-pointer.ts';
import type { Contract } from '../contract/contract.ts';
import { type Called, fillExpressions } from '../contract/runtime-expression.ts';
import type { Validated } from '../exchange/exchange.ts';
import type { Observer } from '../ports/ports.ts';
import { type Behaviours, type Outcome, wrapWrites } from '../responders/stateful.ts';
import type { Collection } from '../sandbox/collection.ts';
import { overrideUnitOfWork } from '../sandbox/create-unit-of-work.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { type DrawWebhookSecret, EVERY_ENDPOINT, registerEndpoint, webhookEndpoints } from '../webhooks/endpoint.ts';
import { removeEndpoint } from '../webhooks/schedule.ts';
import { type EventOfChange, eventsOfChanges, type ResourceChange } from './events-of-changes.ts';
import { textOf } from './keep-body.ts';
import { collectionOf, isGone, type KeptRecord } from './keep-records.ts';
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

/**
 * Behaviours whose changes of kept things are told once they have run, whoever made them: the operation as it was inferred, or a
 * user's own behaviour.
 */
const withChanges = (
  behaviours: Behaviours,
  operations: Contract['operations'],
  resources: readonly Resource[],
  /** Called in the transaction of a change, with the types of events that the operation emitted itself. */
  changed: (work: UnitOfWork, change: ResourceChange, emitted: ReadonlySet<string>) => Promise<void>,
): Behaviours => {
  const kept = new Map(resources.map((resource) => [collectionOf(resource).name, resource]));
  return wrapWrites(behaviours, operations, ({ id }, run) => async (visit) => {
    const watch = watchWork(visit.work, kept);
    const outcome = await run({ ...visit, work: watch.work });
    for (const written of watch.written.values()) {
      const change = toChange(written, id);
      if (change !== undefined) await changed(visit.work, change, watch.emitted);
    }
    return outcome;
  });
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

/** Names one thing of a sandbox, for subscriptions to it alone; undefined if it shows no id. */
const aboutOf = ({ name, id }: Pick<Resource, 'name' | 'id'>, body: unknown): string | undefined => {
  const text = id && textOf(valueIn(body, id));
  return text === undefined ? undefined : `${name}/${text}`;
};

/** Addresses that a sandbox keeps of callbacks; the oldest gives way. */
const MOST_CALLBACKS = 100;

/**
 * Behaviours that also keep the addresses which their callers give for callbacks: each gets the events of the operation's
 * callbacks about the thing that the operation answers with. OpenAPI 3.1.1, 4.8.18: "the key value used to identify the path
 * item object is an expression, evaluated at runtime, that identifies a URL to use for the callback operation".
 */
const withCallbacks = (
  behaviours: Behaviours,
  operations: Contract['operations'],
  {
    resources,
    drawSecret: secret,
  }: { readonly resources: readonly Resource[]; readonly drawSecret: DrawWebhookSecret },
): Behaviours =>
  wrapWrites(behaviours, operations, ({ id, callbacks = [] }, run) => {
    if (callbacks.length === 0) return run;
    const isOwn = ({ operationId }: { readonly operationId: string }): boolean => operationId === id;
    const resource = resources.find((each) => each.operations.some(isOwn));
    const at = resource?.operations.find(isOwn)?.response ?? [];

    const subscribe = async (work: UnitOfWork, exchange: Validated, outcome: Outcome): Promise<void> => {
      const called = toCalled(exchange, outcome);
      const about = resource && aboutOf({ ...resource, id: [...at, ...(resource.id ?? [])] }, outcome.body);
      for (const { type, expression } of callbacks) {
        const url = fillExpressions(expression, called) ?? '';
        // Where it may lead is decided when it is sent to, as for any webhook endpoint.
        if (!/^https?:/i.test(url) || url.length > MOST_CHARACTERS || !URL.canParse(url)) continue;
        const known = work.findAll(webhookEndpoints, EVERY_ENDPOINT).filter((endpoint) => endpoint.about !== undefined);
        const [oldest] = known;
        if (oldest !== undefined && known.length >= MOST_CALLBACKS) await removeEndpoint(work, oldest);
        registerEndpoint(work, { url, subscriptions: [type], administratorEmail: '', secret, about: about ?? id });
      }
    };
    return async (visit) => {
      const outcome = await run(visit);
      if (outcome !== undefined && outcome.status < 300) await subscribe(visit.work, visit.exchange, outcome);
      return outcome;
    };
  });

/** Of a URL, as for any webhook endpoint. */
const MOST_CHARACTERS = 2048;

const toCalled = ({ request, pathParameters, input }: Validated, { status, headers, body }: Outcome): Called => {
  const query = new URLSearchParams(request.query);
  return {
    url: `${request.origin}${request.path}${request.query === '' ? '' : `?${request.query}`}`,
    method: request.method,
    statusCode: status,
    request: {
      header: request.header,
      query: (name) => query.get(name) ?? undefined,
      path: (name) => pathParameters[name],
      body: input.body,
    },
    response: { header: (name) => headers?.[name], body },
  };
};
