import { isJsonMediaType } from '../../kernel/http.ts';
import { valueAt } from '../../kernel/json-pointer.ts';
import { isSchemaObject, type SchemaObject } from '../contract/walk-schema.ts';
import type { MediaType, Operation } from '../contract/contract.ts';
import { inferListShape } from './infer-list.ts';
import { type Group, parametersIn, type Routed } from './infer-paths.ts';
import type { Place, Schemas } from './infer-schemas.ts';
import { wordsOf } from './infer-words.ts';
import type { MemberPath, ResourceOperation } from './resource.ts';

/** What is kept: its schema, and where its id is. */
export interface Thing {
  readonly schema: unknown;
  readonly id: MemberPath | undefined;
}

/** How much of the smaller of two schemas the other one has, if both are views of one thing. */
export const ALIKE = 0.5;

const contentOf = (contents: readonly MediaType[] | undefined): MediaType | undefined =>
  contents?.find(({ mediaType }) => isJsonMediaType(mediaType) || mediaType === '*/*');

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)$/;

/** JSON or a form: what a thing can be made of. */
const requestOf = ({ requestBody }: Operation): MediaType | undefined =>
  contentOf(requestBody?.contents) ?? requestBody?.contents.find(({ mediaType }) => FORM.test(mediaType));

interface Success {
  readonly status: number;
  /** The schema of its JSON, if it has any. */
  readonly body: unknown;
}

/** The answer that says that it worked: 201 of a creation, another one of a replacement, else the lowest. */
export const successOf = (operation: Operation, does?: ResourceOperation['does']): Success | undefined => {
  const successes = operation.responses.filter(({ status }) => /^2(?:\d\d|XX)$/.test(status));
  const sorted = successes.sort((one, other) => (one.status < other.status ? -1 : 1));
  const isPreferred = (status: string): boolean =>
    operation.defaultResponse === undefined
      ? (does === 'create' && status === '201') || (does === 'replace' && status !== '201')
      : status === operation.defaultResponse;
  const found = sorted.find(({ status }) => isPreferred(status)) ?? sorted[0];
  return found && { status: Number(found.status.replace('XX', '00')), body: contentOf(found.contents)?.schema?.schema };
};

const describes = ({ responses }: Operation, wanted: string): boolean =>
  responses.some(({ status }) => status === wanted);

/** Whether its own words say that it makes what does not exist. */
const saysThatItCreates = (document: SchemaObject, { pointer, id }: Operation): boolean => {
  const node = valueAt(document, pointer);
  const summary = isSchemaObject(node) && typeof node['summary'] === 'string' ? node['summary'] : '';
  return /\b(?:creates?|adds?|upserts?)\b/.test([...wordsOf(id), ...wordsOf(summary)].join(' '));
};

const isObjects = ({ isList }: Place): boolean => !isList;

/** What operations do with a thing, where that is beyond doubt or stated. */
export const createOperationReader = (document: SchemaObject, schemas: Schemas) => {
  /** Where a body shows the thing. */
  const placeOf = (body: unknown, { schema }: Thing): MemberPath | undefined => {
    const places = schemas.placesIn(body).filter(isObjects);
    const found =
      places.find((place) => schemas.isSame(place.schema, schema)) ??
      places.find((place) => schemas.likeness(place.schema, schema) >= ALIKE);
    return found?.path;
  };

  /** How many of the members of a request the thing has. */
  const sharedBy = (request: unknown, thing: unknown): number => {
    const names = [...schemas.membersOf(request).keys()];
    return names.filter((name) => schemas.memberLike(thing, name) !== undefined).length / Math.max(1, names.length);
  };

  /** Undefined if it sends what no thing is made of. */
  const readRequest = (operation: Operation, thing: Thing, stated: MemberPath | undefined) => {
    const content = requestOf(operation);
    if (content === undefined) return operation.requestBody === undefined || stated ? NOTHING_SENT : undefined;
    const body = content.schema?.schema;
    const isChange = content.mediaType.includes('patch');
    const places = schemas.placesIn(body);
    if (places[0]?.isList === true) return isChange ? { ...NOTHING_SENT, request: [] } : undefined;
    // Any object.
    if (places.length === 0) return { ...NOTHING_SENT, request: [] };
    const shared = (place: Place): number => sharedBy(place.schema, thing.schema);
    const [whole, ...inner] = places.filter(isObjects);
    const isEnvelope = schemas.membersOf(whole?.schema).size === 1;
    const best = whole !== undefined && (shared(whole) > 0 || !isEnvelope) ? whole : inner[0];
    const place = stated === undefined ? best : places.find(({ path }) => path.join('/') === stated.join('/'));
    if (stated === undefined && (place === undefined || shared(place) === 0)) return NOTHING_SENT;
    const names = [...schemas.membersOf(place?.schema)];
    // A file is no member that could be shown.
    if (stated === undefined && names.some(([, member]) => schemas.isBinary(member))) return undefined;
    const own = schemas.membersOf(thing.schema);
    const renames = names.flatMap(([name]) => {
      const other = own.has(name) ? undefined : schemas.memberLike(thing.schema, name);
      return other === undefined ? [] : [[name, other] as const];
    });
    return { request: stated ?? place?.path, renames: Object.fromEntries(renames), schema: place?.schema };
  };

  const readOne = (
    { operation, stated }: Routed,
    { group, thing, parents, does }: Reading & { readonly does: ResourceOperation['does'] },
  ): ResourceOperation | undefined => {
    const isStated = stated.does !== undefined;
    const success = successOf(operation, does);
    if (success === undefined) return undefined;
    const { status, body } = success;
    const response = stated.response ?? placeOf(body, thing);
    const own = parametersIn(operation.path);
    const parameter = group.items.some((each) => each.operation === operation) ? own.at(-1) : undefined;
    const above = parameter === undefined ? own : own.slice(0, -1);
    const common = {
      operationId: operation.id,
      status,
      response,
      parents:
        above.length === parents.length ? above : parents.map((name) => (above.includes(name) ? name : undefined)),
      parameter,
    };
    const isShown = response !== undefined || isStated;
    switch (does) {
      case 'read':
        return isShown ? { ...common, does } : undefined;
      case 'delete': {
        // What is said of a deletion often has members of its own, such as `deleted`.
        const shown = schemas.placesIn(body).find(({ path }) => path.join('/') === response?.join('/'));
        const isThing = [...schemas.requiredIn(shown?.schema)].every((name) =>
          schemas.membersOf(thing.schema).has(name),
        );
        return { ...common, does, response: isThing || isStated ? response : undefined };
      }
      case 'list': {
        const lists = schemas.placesIn(body).filter(({ isList }) => isList);
        const alike = lists.map((place) => ({ place, likeness: schemas.likeness(place.schema, thing.schema) }));
        const best = alike.sort((one, other) => other.likeness - one.likeness)[0];
        const path = stated.response ?? (best !== undefined && best.likeness >= ALIKE ? best.place.path : undefined);
        if (path === undefined) return undefined;
        return {
          ...common,
          does,
          response: path,
          list: inferListShape(schemas, { operation, thing: thing.schema, body }),
        };
      }
      case 'create': {
        const sent = readRequest(operation, thing, stated.request);
        const leads = operation.location !== undefined || hasLocation(operation);
        const isNamed = thing.id !== undefined && schemas.memberLike(sent?.schema, thing.id[0] ?? '') !== undefined;
        if (sent === undefined || !(isShown || isNamed || (body === undefined && leads))) return undefined;
        return { ...common, does, request: sent.request, renames: sent.renames };
      }
      case 'patch':
      case 'replace': {
        const sent = readRequest(operation, thing, stated.request);
        if (sent === undefined) return undefined;
        const { request, renames } = sent;
        const writing = { ...common, request, renames };
        if (does === 'patch') return request !== undefined || isStated ? { ...writing, does } : undefined;
        const isOnlyWay = !group.collection.some((each) => each.operation.method === 'POST');
        const mayCreate = describes(operation, '201')
          ? 201
          : (isOnlyWay && saysThatItCreates(document, operation)) || parameter === undefined
            ? status
            : undefined;
        const siblings = parameter === undefined ? group.collection : group.items;
        const isPartial =
          schemas.requiredIn(sent.schema).size === 0 && !siblings.some((each) => each.operation.method === 'PATCH');
        if (request === undefined && mayCreate === undefined && !isStated) return undefined;
        if (isPartial && request !== undefined && !isStated && (mayCreate === undefined || parameter === undefined))
          return { ...writing, does: 'patch' };
        return { ...writing, does, creates: mayCreate };
      }
      case 'action':
        return { ...common, does, sets: stated.sets ?? {} };
    }
  };

  return { placeOf, sharedBy, readOne, requestOf };
};

interface Reading {
  readonly group: Group;
  readonly thing: Thing;
  /** Of the resource. */
  readonly parents: readonly string[];
}

const NOTHING_SENT = { request: undefined, renames: {}, schema: undefined };

const hasLocation = ({ responses }: Operation): boolean =>
  responses.some(({ status, headers }) => status === '201' && headers.some(({ name }) => name === 'location'));
