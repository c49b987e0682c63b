import { andThen } from '../../kernel/and-then.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { isObject } from '../../kernel/json.ts';
import { sizeUpTo } from '../../kernel/json-pieces.ts';
import { valueIn } from '../../kernel/json-pointer.ts';
import { memoize } from '../../kernel/caches.ts';
import {
  type Contract,
  fillPath,
  findResponse,
  hasHeader,
  type MediaType,
  type Operation,
  type ResponseDescription,
} from '../contract/contract.ts';
import { allowedFor } from '../contract/document-uses.ts';
import { usualContents } from '../contract/media-ranges.ts';
import { asList, asObject, partsOf } from '../contract/walk-schema.ts';
import type { Validated } from '../exchange/exchange.ts';
import type { FakeValue } from '../faking/create-faker.ts';
import { plainProblem, problem } from '../problems/problem.ts';
import type { ExampleCheck } from '../responders/example-check.ts';
import type { Outcome, Visit } from '../responders/stateful.ts';
import type { Reading } from '../sandbox/unit-of-work.ts';
import type { Compile } from '../validation/ajv.ts';
import { createBodies, type Members, textOf } from './keep-body.ts';
import { type Listed, selectPage, surroundings } from './keep-list.ts';
import { findRecord, isGone, type KeptRecord, ONLY, type Parents, recordsWithin, tagOf } from './keep-records.ts';
import { createFit, type Fitted, withAt } from './keep-shown.ts';
import { shapeOf } from './infer-paths.ts';
import type { ListShape, MemberPath, Resource, ResourceOperation } from './resource.ts';

/** What is kept, and how. */
export interface Keeping {
  readonly resources: readonly Resource[];
  /** Lists of what is not kept. */
  readonly lists?: readonly Resource[];
  /** What is answered for things that were never created: what the description says (`inferred`), or its 404 (`strict`). */
  readonly mode: 'inferred' | 'strict' | 'none';
  /** Characters of what a list shows; any number if omitted. A larger one would keep other tenants waiting. */
  readonly mostShown?: number;
}

/** What an engine has made of its description. */
export interface KeepingParts {
  readonly contract: Contract;
  readonly fake: FakeValue;
  /** For responses. */
  readonly compileAt: Compile;
  readonly mayShow: ExampleCheck;
  readonly seed: string;
}

/** One operation of a resource. */
export interface Kind {
  readonly resource: Resource;
  readonly does: ResourceOperation;
  readonly operation: Operation;
  /** The JSON of its success; undefined if it has none. */
  readonly content: MediaType | undefined;
  /** Its success. */
  readonly response: ResponseDescription;
}

/** What a body is to show. */
interface Shown {
  /** Where in the body the value is; undefined if it has no place there. */
  readonly at: MemberPath | undefined;
  readonly value: unknown;
  /** Of what is generated around it: nothing, mostly. */
  readonly seed: () => string;
  /** The body around it, if that is generated already. */
  readonly around?: unknown;
  /** What the value was: what it has instead of members that do not fit. By default, they are generated. */
  readonly before?: Members;
  /** Other members of the body. */
  readonly members?: readonly (readonly [MemberPath, unknown])[];
  /** Whether nobody created the value, so that nobody misses it. */
  readonly isGenerated?: boolean;
  /** Why the value is not what was sent. */
  readonly fault?: string | undefined;
}

const LONGEST_FAULT = 200;

/** The responses that show a whole thing, the best first. */
const SHOWING = ['read', 'create', 'replace', 'patch', 'action', 'list'] as const;

/** Whether things of one resource are below those of another: `/projects/{projectId}/tickets` below `/projects/{id}`. */
const isWithin = ({ path }: Resource, { path: outer, kind }: Resource): boolean =>
  shapeOf(path).startsWith(`${shapeOf(outer)}/${kind === 'collection' ? '{}/' : ''}`);

/** What is generated for a thing depends on the thing alone. */
export const seedOf = ({ name }: Resource, parents: Parents, id: string): string =>
  [name, ...parents.map((parent) => parent ?? ONLY), id].join('/');

/** Finds what is kept, and answers with it. */
export const createAnswers = ({ resources, mode, mostShown }: Keeping, parts: KeepingParts) => {
  const { contract, compileAt } = parts;
  const { document } = contract;
  const bodies = createBodies(document);
  const { schemaIn } = bodies;
  const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
  const allowed = allowedFor(document, 'request-sample');
  const fit = createFit(document, compileAt);

  /** Undefined if the operation is not served, or has no such success. */
  const kindOf = (resource: Resource, does: ResourceOperation): Kind | undefined => {
    const operation = operations.get(does.operationId);
    if (operation === undefined || operation.unserved !== undefined) return undefined;
    const response = findResponse(operation, does.status);
    if (response === undefined) return undefined;
    const content = usualContents(response).find(({ mediaType }) => isJsonMediaType(mediaType));
    return { resource, does, operation, content, response };
  };

  /** Whether it is one of several things, such as a customer or a deleted one. */
  const isChoice = (schema: unknown): boolean =>
    [...partsOf(document, schema, ['allOf'])].some(({ anyOf, oneOf }) =>
      [anyOf, oneOf].some((branches) => asList(branches).filter((each) => bodies.namesIn(each).length > 0).length > 1),
    );

  /** The response that shows most of a thing and of no other one, if any does, and where. */
  const showingOf = memoize((resource: Resource): { kind: Kind; path: MemberPath } | undefined => {
    const showing = SHOWING.flatMap((what) => resource.operations.filter((each) => each.does === what)).flatMap(
      (does) => {
        const kind = kindOf(resource, does);
        if (kind?.content === undefined || does.response === undefined) return [];
        return [{ kind, path: does.does === 'list' ? [...does.response, '0'] : does.response }];
      },
    );
    const isPlain = ({ kind, path }: (typeof showing)[0]) => !isChoice(schemaIn(kind.content?.schema?.schema, path));
    return showing.find(isPlain) ?? showing[0];
  });

  /** The body of a success as the description alone has it. */
  const generate = async (
    { operation, content }: Kind,
    seed: string,
    now: number,
    isDrawn = false,
  ): Promise<unknown> => {
    const example = isDrawn ? undefined : content?.examples[0];
    if (content !== undefined && example !== undefined && (await parts.mayShow(operation, content, example)))
      return example.value;
    const place = content?.fakeSchema ?? content?.schema;
    if (place === undefined) return {};
    return parts.fake(place, `${operation.id}/${parts.seed}/${seed}`, {
      now,
      sendsExamples: !isDrawn,
      isSuccess: true,
    });
  };

  const generateThing = async (resource: Resource, seed: string, now: number, isDrawn = false): Promise<Members> => {
    const showing = showingOf(resource);
    const thing = showing && valueIn(await generate(showing.kind, seed, now, isDrawn), showing.path);
    return isObject(thing) ? thing : {};
  };

  /** The schemas of the id in the paths of the items. */
  const idsOf = memoize((resource: Resource) =>
    resource.operations.flatMap(
      (does) =>
        kindOf(resource, does)?.operation.parameters.find((each) => each.in === 'path' && each.name === does.parameter)
          ?.schema ?? [],
    ),
  );

  /** Whether the paths of the items take an id: a number may be described as the text that it is there. */
  const takesId = (resource: Resource, id: unknown): boolean =>
    idsOf(resource).every(({ pointer }) => [id, textOf(id)].some((each) => compileAt(pointer)(each)));

  /** What a request says of a thing, with the defaults of a whole one, without `readOnly` members: the server sets those. */
  const sentIn = ({ does, operation }: Kind, { input, body }: Validated): Members => {
    if (!('request' in does) || does.request === undefined) return {};
    const isQuery = operation.requestBody === undefined;
    const schema = body.kind === 'none' ? undefined : body.content.schema;
    const value = schema === undefined ? input.body : allowed(schema.pointer, input.body);
    const sent = isQuery ? input.parameters.query : valueIn(value, does.request);
    // Under `*/*`, a thing may be sent as bytes, which say nothing of its members.
    if (!isObject(sent) || body.kind === 'binary') return {};
    const described = schemaIn(schema?.schema, does.request);
    const isWhole = does.does === 'create' || does.does === 'replace';
    const whole = isWhole ? { ...bodies.defaultsIn(asObject(described)), ...sent } : sent;
    const members = Object.entries(whole).filter(([name]) => !isQuery || Object.hasOwn(does.renames, name));
    return Object.fromEntries(members.map(([name, member]) => [does.renames[name] ?? name, member]));
  };

  /** What contains the things of a resource, and what they contain. */
  const outersOf = memoize((inner: Resource) =>
    resources.filter((outer) => outer.kind !== 'singleton' && isWithin(inner, outer)),
  );
  const innersOf = memoize((outer: Resource) => resources.filter((inner) => isWithin(inner, outer)));

  /** Throws 404 for what was deleted or, strictly, never created. */
  const checkFound = ({ operation }: Kind, record: KeptRecord | undefined, id: string, isCreatable = true) => {
    if (record === undefined ? mode === 'strict' && isCreatable : isGone(record))
      throw problem('not-found', { detail: `${operation.id} knows no ${id}: it was deleted, or never created.` });
  };

  /** The values in a path of the parents that it names, and of the thing itself, which some name in the body alone. */
  const placeIn = (kind: Kind, exchange: Validated) => {
    const { does, resource } = kind;
    const { pathParameters } = exchange;
    const isInBody = does.does === 'replace' && does.parameter === undefined;
    const inBody = isInBody && resource.id ? textOf(valueIn(sentIn(kind, exchange), resource.id)) : undefined;
    return {
      parents: does.parents.map((name) => (name === undefined ? undefined : pathParameters[name])),
      id: resource.kind === 'singleton' ? ONLY : (inBody ?? pathParameters[does.parameter ?? '']),
    };
  };

  /** Throws 404 if what contains it was deleted or, strictly, never created where it could be. */
  const checkParents = (kind: Kind, work: Reading, parents: Parents): void => {
    for (const outer of outersOf(kind.resource)) {
      const id = parents[outer.parents.length];
      if (id === undefined) continue;
      const isCreatable = outer.operations.some(({ does }) => does === 'create' || does === 'replace');
      checkFound(kind, findRecord(work, outer, parents.slice(0, outer.parents.length), id), id, isCreatable);
    }
  };

  /** Undefined for what was never created, and is answered as generated. */
  const find = (kind: Kind, { exchange, work }: Visit<Reading>): KeptRecord | undefined => {
    const { parents, id = '' } = placeIn(kind, exchange);
    const record = findRecord(work, kind.resource, parents, id);
    checkParents(kind, work, record?.parents ?? parents);
    checkFound(kind, record, id);
    return record;
  };

  /** The body of a success with what it is to show, or why it cannot show that. */
  const fill = (
    kind: Kind,
    { at, value, seed, around, before, members = [] }: Shown,
    now: number,
  ): Fitted | Promise<Fitted> => {
    const { resource, content } = kind;
    return andThen(at?.length === 0 ? undefined : (around ?? generate(kind, seed(), now)), (outer) => {
      const whole = at === undefined ? outer : withAt(outer, at, value);
      const body = members.reduce((made, [path, member]) => withAt(made, path, member), whole);
      if (content?.schema === undefined) return { body };
      const describe = (): Promise<unknown> => generate(kind, seed(), now);
      const asBefore = async (): Promise<unknown> =>
        at === undefined || before === undefined ? describe() : withAt(await describe(), at, before);
      return fit(body, content.schema, { thing: at ?? [], id: resource.id }, asBefore, describe);
    });
  };

  /** Undefined leaves the answer to what is generated. */
  const show = (
    kind: Kind,
    { work }: Visit<Reading>,
    outcome: Outcome,
    shown: Shown,
  ): Outcome | undefined | Promise<Outcome | undefined> => {
    const { content } = kind;
    if (content === undefined) return outcome;
    return andThen(fill(kind, shown, work.now), ({ body, fault = shown.fault }) => {
      if (body === undefined) return undefined;
      const answered = { ...outcome, body, mediaType: content.mediaType };
      if (fault === undefined || shown.isGenerated === true) return answered;
      // It may have names of members, which are as long as a client likes.
      const why = fault.slice(0, LONGEST_FAULT).replaceAll(/[^ -~]/g, '?');
      return { ...answered, headers: { ...outcome.headers, 'x-mock-not-shown': why } };
    });
  };

  /** The members of a deleted thing that the response names, which is mostly its id. */
  const leftOf = ({ does, content }: Kind, body: Members): Members => {
    const names = bodies.namesIn(schemaIn(content?.schema?.schema, does.response ?? []));
    return names.length === 0
      ? body
      : Object.fromEntries(names.flatMap((name) => (Object.hasOwn(body, name) ? [[name, body[name]]] : [])));
  };

  const showPage = (
    kind: Kind,
    shape: ListShape,
    visit: Visit,
    listed: Listed,
    shown: Pick<Shown, 'seed' | 'around' | 'isGenerated'>,
  ) => {
    const { does, content } = kind;
    const value = listed.items.map(({ body }) => body);
    if (mostShown !== undefined && sizeUpTo(mostShown, value) > mostShown)
      throw plainProblem(507, {
        detail: `${kind.operation.id}: the list has more than ${mostShown} characters: ask for a smaller page, or delete some of what is kept.`,
      });
    const { members: beside, headers } = surroundings(listed, shape, visit.exchange);
    const members = beside.map(([path, member]) => {
      const schema = schemaIn(content?.schema?.schema, path.slice(0, -1));
      return [path, member ?? bodies.absentIn(schema, path.at(-1) ?? '')] as const;
    });
    const outcome = { status: does.status, headers, isGenerated: shown.isGenerated === true };
    return show(kind, visit, outcome, { at: does.response ?? [], value, members, ...shown });
  };

  /** A list in which nothing was created is as generated, on as many pages as that takes. */
  const listGenerated = (kind: Kind, shape: ListShape, visit: Visit) => {
    const { does, resource } = kind;
    const { parents } = placeIn(kind, visit.exchange);
    const { query } = visit.exchange.input.parameters;
    const seed = () => seedOf(resource, parents, ONLY);
    return generate(kind, seed(), visit.work.now).then((around) => {
      const all = asList(valueIn(around, does.response ?? [])).map((body, index) => ({
        id: textOf(valueIn(body, resource.id ?? [])) ?? String(index),
        body,
      }));
      // Whoever filters wants to see some.
      const page = selectPage(
        { all: () => all, page: () => undefined },
        { ...shape, filters: [], sort: undefined },
        query,
      );
      return page && showPage(kind, shape, visit, page, { seed, around, isGenerated: true });
    });
  };

  /** Where a new thing is: described, or usual for a 201 (RFC 9110, section 15.3.2). */
  const locationOf = ({ resource, operation }: Kind, { exchange }: Visit<Reading>, record: KeptRecord) => {
    const read = resource.operations.find(({ does }) => does === 'read');
    const shown = read && kindOf(resource, read);
    if (shown === undefined || operation.location !== undefined) return undefined;
    const {
      does,
      operation: { path },
    } = shown;
    const ids = [...record.parents, record.id];
    const named = [...does.parents, does.parameter].map((name = '', index) => [name, ids[index] ?? ''] as const);
    return exchange.request.origin + contract.basePath + fillPath(path, Object.fromEntries(named));
  };

  return {
    bodies,
    kindOf,
    generateThing,
    sentIn,
    outersOf,
    innersOf,
    placeIn,
    checkParents,
    find,
    takesId,
    /** A generated id that the paths of the items take: a body may have null there, or any text. */
    idOf: async (resource: Resource, generated: unknown, seed: string): Promise<unknown> => {
      if (generated !== null && generated !== undefined && takesId(resource, generated)) return generated;
      const [place] = idsOf(resource);
      return (place && (await parts.fake(place, seed))) ?? generated;
    },
    /** What is kept fits what reads show: whatever has to be generated for that is the same in all responses. */
    settle: async (resource: Resource, shown: Omit<Shown, 'at'>, now: number) => {
      const showing = showingOf(resource);
      const filled = showing && (await fill(showing.kind, { at: showing.path, ...shown }, now));
      const thing = showing && valueIn(filled?.body, showing.path);
      const value = shown.value as Members;
      return { body: isObject(thing) ? { ...value, ...thing } : value, fault: filled?.fault };
    },
    /** The answer of an operation on one thing. */
    answer: (
      usual: Kind,
      visit: Visit<Reading>,
      record: KeptRecord,
      { created, fault }: Pick<Shown, 'fault'> & { readonly created?: number | undefined } = {},
    ) => {
      const { resource } = usual;
      // A creation may have a body where a change has none.
      const status = created ?? usual.does.status;
      const kind = (created === undefined ? undefined : kindOf(resource, { ...usual.does, status })) ?? usual;
      const isNew = usual.does.does === 'create' || created !== undefined;
      const isLocated = isNew && (status === 201 || hasHeader(kind.response, 'location'));
      const location = isLocated ? locationOf(kind, visit, record) : undefined;
      const headers: Record<string, string> = {};
      if (hasHeader(kind.response, 'etag')) headers['etag'] = `"${tagOf(record)}"`;
      if (location !== undefined) headers['location'] = location;
      const seed = () => seedOf(resource, record.parents, record.id);
      const isGenerated = record.number === 0;
      const isLast = usual.does.does === 'delete';
      const value = isLast ? leftOf(kind, record.body as Members) : record.body;
      const shown = { at: usual.does.response, value, seed, isGenerated: isGenerated || isLast, fault };
      return show(kind, visit, { status, headers, isGenerated }, shown);
    },
    /** What is kept, in pages. Undefined leaves a list in which nothing was created to chance. */
    list: (kind: Kind, shape: ListShape, visit: Visit, isUsual: (visit: Visit) => boolean) => {
      const { resource } = kind;
      const { exchange, work } = visit;
      const { parents } = placeIn(kind, exchange);
      checkParents(kind, work, parents);
      const records = recordsWithin(work, resource, parents, mode === 'strict' ? [] : undefined);
      const numberOf = (last: string) => findRecord(work, resource, parents, last)?.number;
      const listed = selectPage(records, shape, exchange.input.parameters.query, numberOf);
      if (listed !== undefined) return showPage(kind, shape, visit, listed, { seed: () => resource.name });
      return isUsual(visit) ? listGenerated(kind, shape, visit) : undefined;
    },
    listGenerated,
  };
};
