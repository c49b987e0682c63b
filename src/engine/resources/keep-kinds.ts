import { isJsonMediaType } from '../../kernel/http.ts';
import { isObject } from '../../kernel/json.ts';
import { valueAt } from '../../kernel/json-pointer.ts';
import { memoize } from '../../kernel/caches.ts';
import { type Contract, findResponse, type MediaType, type Operation } from '../contract/contract.ts';
import { documentFor, withoutForbidden } from '../contract/document-uses.ts';
import { usualContents } from '../contract/media-ranges.ts';
import { isSchemaObject, type SchemaObject } from '../contract/walk-schema.ts';
import type { Validated } from '../exchange/exchange.ts';
import type { FakeValue } from '../faking/create-faker.ts';
import type { ExampleCheck } from '../responders/example-check.ts';
import type { CompileAt } from '../validation/ajv.ts';
import { createBodies, type Members, schemaIn } from './keep-body.ts';
import { valueIn } from './keep-shown.ts';
import type { MemberPath, Resource, ResourceOperation } from './resource.ts';

/** What an engine has made of its description. */
export interface DescriptionParts {
  readonly contract: Contract;
  readonly fake: FakeValue;
  /** For responses. */
  readonly compileAt: CompileAt;
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
}

/** How the things of a resource look, by the response that shows most of one. */
export interface Model {
  readonly schema: unknown;
  /** Undefined if no response shows one. */
  readonly kind: Kind | undefined;
  /** Where the thing is in the body. */
  readonly path: MemberPath;
}

/** The responses that show a whole thing, the best first. */
const SHOWING = ['read', 'create', 'replace', 'patch', 'action', 'list'] as const;

export const createKinds = ({ contract, fake, compileAt, mayShow, seed: engineSeed }: DescriptionParts) => {
  const { document } = contract;
  const bodies = createBodies(document);
  const { shapes } = bodies;
  const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
  const asSent = documentFor(document, 'request-sample');

  /** Undefined if the operation is not served, or has no such success. */
  const kindOf = (resource: Resource, does: ResourceOperation): Kind | undefined => {
    const operation = operations.get(does.operationId);
    if (operation === undefined || operation.unserved !== undefined) return undefined;
    const response = findResponse(operation, does.status);
    if (response === undefined) return undefined;
    const content = usualContents(response).find(({ mediaType }) => isJsonMediaType(mediaType));
    return { resource, does, operation, content };
  };

  const modelOf = memoize((resource: Resource): Model => {
    for (const does of SHOWING.flatMap((what) => resource.operations.filter((each) => each.does === what))) {
      const kind = kindOf(resource, does);
      if (kind?.content === undefined || does.response === undefined) continue;
      const at = schemaIn(shapes, kind.content.schema?.schema, does.response);
      const isList = does.does === 'list';
      const path = isList ? [...does.response, '0'] : does.response;
      return { schema: isList ? shapes.itemsOf(at) : at, kind, path };
    }
    return { schema: {}, kind: undefined, path: [] };
  });

  /** The body of a success as the description alone has it. */
  const generate = async (
    { operation, content }: Kind,
    seed: string,
    now: number,
    isDrawn = false,
  ): Promise<unknown> => {
    const example = isDrawn ? undefined : content?.examples[0];
    if (content !== undefined && example !== undefined && mayShow(operation, content, example)) return example.value;
    const place = content?.fakeSchema ?? content?.schema;
    if (place === undefined) return {};
    return fake(place, `${operation.id}/${engineSeed}/${seed}`, { now, sendsExamples: !isDrawn });
  };

  const idChecksOf = memoize((resource: Resource) =>
    resource.operations.flatMap((does) => {
      const parameters = kindOf(resource, does)?.operation.parameters ?? [];
      const parameter = parameters.find(({ in: place, name }) => place === 'path' && name === does.parameter);
      return parameter === undefined ? [] : [compileAt(parameter.schema.pointer)];
    }),
  );

  /** The defaults of the members of a request. */
  const defaultsIn = memoize((schema: SchemaObject): Members => {
    const stated = [...shapes.membersOf(schema)].flatMap(([name, member]) =>
      isObject(member) && 'default' in member ? [[name, member['default']] as const] : [],
    );
    return Object.fromEntries(stated);
  });

  return {
    bodies,
    kindOf,
    generate,
    modelOf,
    generateThing: async (resource: Resource, seed: string, now: number, isDrawn = false): Promise<Members> => {
      const { kind, path } = modelOf(resource);
      const thing = kind && valueIn(await generate(kind, seed, now, isDrawn), path);
      return isObject(thing) ? thing : {};
    },
    /** What a request says of a thing, with the defaults of a whole one, without `readOnly` members: the server sets those. */
    sentIn: ({ does }: Kind, { input, body }: Pick<Validated, 'input' | 'body'>): Members => {
      if (!('request' in does) || does.request === undefined) return {};
      const schema = body.kind === 'none' ? undefined : body.content.schema;
      const isPlain = asSent === document || schema === undefined;
      const value = isPlain ? input.body : withoutForbidden(asSent, valueAt(asSent, schema.pointer), input.body);
      const sent = valueIn(value, does.request);
      if (!isObject(sent)) return {};
      const described = schemaIn(shapes, schema?.schema, does.request);
      const isWhole = does.does === 'create' || does.does === 'replace';
      const whole = isWhole && isSchemaObject(described) ? { ...defaultsIn(described), ...sent } : sent;
      return Object.fromEntries(Object.entries(whole).map(([name, member]) => [does.renames[name] ?? name, member]));
    },
    /** Whether the paths of the items take an id: a number may be described as the text that it is there. */
    takesId: (resource: Resource, id: unknown): boolean =>
      idChecksOf(resource).every((fits) => fits(id) || (typeof id === 'number' && fits(String(id)))),
  };
};
