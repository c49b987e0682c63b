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
const SURE = 0.8;

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

/** What it says of itself, in words. */
const wordsAbout = (document: SchemaObject, { pointer, id }: Operation): string => {
  const node = valueAt(document, pointer);
  const { summary = '', description = '' } = isSchemaObject(node) ? node : {};
  return [id, String(summary), String(description).slice(0, BEGINNING)]
    .map((text) => wordsOf(text).join(' '))
    .join('\n');
};

/** Characters of a description in which it says what the operation does, rather than what else holds. */
const BEGINNING = 60;

const CREATES = /\b(?:creates?|adds?|upserts?)\b/;
const CANCELS = /\bcancels?\b/;

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

  const showsWhole = (body: unknown, { schema }: Thing): boolean =>
    schemas.placesIn(body).some((place) => schemas.likeness(place.schema, schema) >= SURE);

  /** Whether what it calls a deletion cancels the thing, which is still there then. */
  const cancels = (operation: Operation): boolean => CANCELS.test(wordsAbout(document, operation));

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
    if (stated === undefined && FORM.test(content.mediaType) && names.some(([, member]) => schemas.isBinary(member)))
      return NOTHING_SENT;
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
      case 'delete':
        return { ...common, does };
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
        const others = operation.responses.filter((each) => each.status.startsWith('2')).length;
        const says201 = describes(operation, '201') && (isOnlyWay || others > 1);
        const isWithout = parameter === undefined || (isOnlyWay && CREATES.test(wordsAbout(document, operation)));
        const mayCreate = says201 ? 201 : isWithout ? status : undefined;
        const siblings = parameter === undefined ? group.collection : group.items;
        const isPartial =
          !schemas.requiresAny(sent.schema) && !siblings.some((each) => each.operation.method === 'PATCH');
        if (request === undefined && mayCreate === undefined && !isStated) return undefined;
        if (isPartial && request !== undefined && !isStated && (mayCreate === undefined || parameter === undefined))
          return { ...writing, does: 'patch' };
        return { ...writing, does, creates: mayCreate };
      }
      case 'action': {
        // What answers with another thing has made that one.
        const [shown] = schemas.placesIn(body);
        const isOther = shown !== undefined && schemas.membersOf(shown.schema).has('id') && !showsWhole(body, thing);
        return isOther && !isStated ? undefined : { ...common, does, sets: stated.sets ?? {} };
      }
    }
  };

  return { placeOf, sharedBy, readOne, requestOf, cancels };
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
