import { CONVENTIONS } from '../../generated/conventions.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { valueAt } from '../../kernel/json-pointer.ts';
import { asObject, type SchemaObject } from '../contract/walk-schema.ts';
import { hasHeader, type MediaType, type Operation } from '../contract/contract.ts';
import { inferListShape } from './infer-list.ts';
import { type Does, type Group, parametersIn, type Routed } from './infer-paths.ts';
import { ALIKE, type Place, type Schemas } from './infer-schemas.ts';
import { isCalled, letters, outcomesOf, verbOf, wordsOf } from '../matching/names.ts';
import type { MemberPath, ResourceOperation } from './resource.ts';

/** What is kept: its schema, and where its id is. */
export interface Thing {
  readonly schema: unknown;
  readonly id?: MemberPath | undefined;
}

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)$/;

const contentOf = (contents: readonly MediaType[] = []): MediaType | undefined =>
  contents.find(({ mediaType }) => isJsonMediaType(mediaType) || mediaType === '*/*');

/** JSON or a form: what a thing can be made of. */
export const requestOf = ({ requestBody }: Operation): MediaType | undefined =>
  contentOf(requestBody?.contents) ?? requestBody?.contents.find(({ mediaType }) => FORM.test(mediaType));

/** The answer that says that it worked: 201 of a creation, another one of anything else, if there are both. */
export const successOf = ({ responses, defaultResponse }: Operation, does: Does = 'create') => {
  const all = responses.filter(({ status }) => /^2(?:\d\d|XX)$/.test(status));
  const usual = all.find(({ status }) => (status === '201') === (does === 'create'));
  const found = all.find(({ status }) => status === defaultResponse) ?? usual ?? all[0];
  return found && { status: Number(found.status.replace('XX', '00')), body: contentOf(found.contents)?.schema?.schema };
};

/** Characters of a description in which it says what an operation does, rather than what else holds. */
const BEGINNING = 60;

/** What operations do with a thing, where that is beyond doubt or stated. */
export const createOperationReader = (document: SchemaObject, schemas: Schemas) => {
  const { membersOf, memberLike, sharedBy, likeness, objectsIn } = schemas;

  /** `{ "server": { ... }, "action": { ... } }` has a thing beside what is another one. */
  const membersIn = (body: unknown): readonly Place[] =>
    [...membersOf(body)].map(([name, schema]) => ({ path: [name], schema }));

  /** Where a body shows the thing. */
  const placeOf = (body: unknown, { schema }: Thing, least = ALIKE): MemberPath | undefined => {
    const beside = membersIn(body).filter((member) => sharedBy(schema, member.schema) >= SURE);
    const places = [...objectsIn(body), ...beside];
    const same = places.find((place) => schemas.isSame(place.schema, schema));
    return (same ?? places.find((place) => likeness(place.schema, schema) >= least))?.path;
  };

  const says = ({ pointer, id }: Operation, wanted: keyof typeof CONVENTIONS.says): boolean => {
    const { summary = '', description = '' } = asObject(valueAt(document, pointer));
    return [id, String(summary), String(description).slice(0, BEGINNING)]
      .flatMap(wordsOf)
      .some((word) => isCalled(word, CONVENTIONS.says[wanted]));
  };

  /** A request without a body, whose query has members of the thing: `POST /pets/{id}?name=Rex`. */
  const readQuery = ({ parameters }: Operation, thing: unknown) => {
    const members = parameters.flatMap(({ in: place, name, required, schema: { schema } }) => {
      const member = place === 'query' ? memberLike(thing, name) : undefined;
      return member === undefined ? [] : [{ name, member, schema, required }];
    });
    if (members.length === 0) return {};
    return {
      request: [],
      renames: Object.fromEntries(members.map(({ name, member }) => [name, member])),
      sent: {
        properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
        required: members.filter(({ required }) => required).map(({ name }) => name),
      },
    };
  };

  /** Undefined if it sends what no thing is made of. */
  const readRequest = (operation: Operation, { schema: thing, id = [] }: Thing, stated: MemberPath | undefined) => {
    const content = requestOf(operation);
    const body = content?.schema?.schema;
    if (stated !== undefined) return { request: stated };
    if (content === undefined) return operation.requestBody === undefined ? readQuery(operation, thing) : undefined;
    const [whole, inner] = objectsIn(body);
    // A JSON patch, or any object.
    if (whole === undefined) return { request: [] };
    // A member that shows little but an id refers to another thing, as the `task` of a new assignment does.
    const isReference = ({ schema }: Place): boolean =>
      memberLike(schema, id[0] ?? '') !== undefined && sharedBy(thing, schema) < ALIKE;
    const isHeld = (member: Place): boolean => !isReference(member) && sharedBy(member.schema, thing) >= ALIKE;
    const held = inner ?? membersIn(body).find(isHeld);
    const { path, schema: sent } = sharedBy(whole.schema, thing) === 0 && held !== undefined ? held : whole;
    const members = [...membersOf(sent)];
    // A file is no member that could be shown.
    const hasFile = FORM.test(content.mediaType) && members.some(([, member]) => schemas.isBinary(member));
    if (hasFile || sharedBy(sent, thing) === 0) return { sent };
    const renames = members.flatMap(([name]) => {
      const other = membersOf(thing).has(name) ? undefined : memberLike(thing, name);
      return other === undefined ? [] : [[name, other] as const];
    });
    return { request: path, renames: Object.fromEntries(renames), sent };
  };

  /**
   * What an action sets by its name: `close` the status `closed`, `archive` the flag `archived`; only what the schema of the
   * thing has. With DELETE, it takes back what the name says.
   */
  const findSets = (thing: unknown, name: string, isUndone: boolean): Readonly<Record<string, unknown>> | undefined => {
    const verb = verbOf(name);
    if (verb === undefined) return undefined;
    const members = [...membersOf(thing)];
    const outcomes = outcomesOf(verb);
    const statuses = isUndone ? [] : members.filter(([member]) => isCalled(member, CONVENTIONS.status));
    const values = outcomes.flatMap((outcome) =>
      statuses.flatMap(([member, schema]) => {
        const value = schemas.listedIn(schema)?.find((each) => typeof each === 'string' && letters(each) === outcome);
        return value === undefined ? [] : [[member, value] as const];
      }),
    );
    const flags = members.filter(([, schema]) => schemas.typesOf(schema).has('boolean')).map(([member]) => member);
    const flag = flags.find((member) => outcomes.includes(letters(member).replace(/^is/, '')));
    const sets = [...values.slice(0, 1), ...(flag === undefined ? [] : [[flag, !isUndone] as const])];
    return sets.length === 0 ? undefined : Object.fromEntries(sets);
  };

  const readOne = (operation: Routed, group: Group, thing: Thing, does: Does): ResourceOperation | undefined => {
    const { stated } = operation;
    const isStated = stated.does !== undefined;
    const success = successOf(operation, does);
    if (success === undefined) return undefined;
    const { status, body } = success;
    const response = stated.response ?? placeOf(body, thing);
    const own = parametersIn(operation.path);
    const isOfItem = group.collection.every(({ id }) => id !== operation.id);
    const parents = parametersIn(group.path);
    const above = isOfItem ? own.slice(0, -1) : own;
    const common = {
      operationId: operation.id,
      status,
      response,
      parents:
        above.length === parents.length ? above : parents.map((name) => (above.includes(name) ? name : undefined)),
      parameter: isOfItem ? own.at(-1) : undefined,
    };
    switch (does) {
      case 'read':
        return response === undefined && !isStated ? undefined : { ...common, does };
      case 'delete':
        return { ...common, does };
      case 'list': {
        const shown = schemas.listsIn(body).find(({ schema }) => likeness(schema, thing.schema) >= ALIKE);
        const at = stated.response ?? shown?.path;
        const list = inferListShape(schemas, { operation, thing: thing.schema, body });
        return at && { ...common, does, response: at, list };
      }
      case 'action': {
        // What answers with another thing has made that one.
        const isOther = memberLike(objectsIn(body)[0]?.schema, 'id') !== undefined && !placeOf(body, thing, SURE);
        return isOther && !isStated ? undefined : { ...common, does, sets: stated.sets ?? {} };
      }
      default: {
        const written = readRequest(operation, thing, stated.request);
        if (written === undefined) return undefined;
        const { request, renames = {}, sent } = written;
        const writing = { ...common, request, renames };
        if (does === 'create') {
          const isNamed = thing.id !== undefined && memberLike(sent, thing.id[0] ?? '') !== undefined;
          const isFound = response !== undefined || isNamed || (body === undefined && hasLocation(operation));
          return isFound || isStated ? { ...writing, does } : undefined;
        }
        const isChange = request !== undefined || isStated;
        if (does === 'patch') return isChange ? { ...writing, does } : undefined;
        const methods = [...group.items, ...group.collection].map(({ method }) => method);
        const says201 = operation.responses.some((each) => each.status === '201');
        const creates = says201 ? 201 : says(operation, 'creates') ? status : undefined;
        const isOpen =
          operation.requestBody === undefined || (!methods.includes('PATCH') && schemas.requiredIn(sent).size === 0);
        const isPartial = isOpen && creates === undefined && request !== undefined;
        if (isPartial && !isStated) return { ...writing, does: 'patch' };
        const makes = creates ?? (group.items.length > 0 ? undefined : status);
        return isChange || makes !== undefined ? { ...writing, does, creates: makes } : undefined;
      }
    }
  };

  return {
    placeOf,
    readOne,
    findSets,
    /** Whether what it calls a deletion cancels the thing, which is still there then. */
    cancels: (operation: Operation): boolean => says(operation, 'cancels'),
  };
};

/** How much of a thing an answer shows that is certainly about it. */
const SURE = 0.8;

const hasLocation = ({ responses, location }: Operation): boolean =>
  location !== undefined || responses.some((response) => response.status === '201' && hasHeader(response, 'location'));
