import type { Contract, NO_EXTENSIONS, Operation, Parameter } from './contract.ts';
import type { Cursor } from './cursor.ts';
import type { Diagnostic } from './diagnostic.ts';
import { isSchemaObject } from './walk-schema.ts';

export type ExtensionReader = ReturnType<typeof createExtensionReader>;

/** Reads extensions (`x-...`): a malformed one is ignored, with a diagnostic that states its location and a remedy. */
export const createExtensionReader = (findings: Diagnostic[]) => {
  const told = new Set<string>();
  const ignore = (at: Cursor, remedy: string): void => {
    const { pointer } = at;
    // Shared parameters and path items are read once per operation, but reported once.
    if (told.has(pointer)) return;
    told.add(pointer);
    findings.push({ pointer, message: `${nameIn(pointer)} is ignored: ${remedy}`, effect: 'served' });
  };
  const reader =
    <T>(isMeant: (node: unknown) => node is T) =>
    (at: Cursor, remedy: string): T | undefined => {
      if (!at.exists || isMeant(at.node)) return at.node as T | undefined;
      ignore(at, remedy);
      return undefined;
    };
  const readList = reader(Array.isArray);
  const readFlag = reader((node) => typeof node === 'boolean');
  const text = reader((node): node is string => typeof node === 'string' && node !== '');
  const count = reader((node): node is number => Number.isSafeInteger(node) && (node as number) > 0);
  const object = reader(isSchemaObject);
  const flag = (at: Cursor): boolean => readFlag(at, 'write true or false') ?? false;
  /** The items, each with its location. */
  const list = (at: Cursor, remedy: string): readonly Cursor[] =>
    readList(at, remedy) === undefined ? [] : at.entries().map(([, item]) => item);

  /** The members of an object. */
  const membersIn = (at: Cursor, remedy: string): [string, Cursor][] =>
    object(at, remedy) === undefined ? [] : at.members();

  const readNumbers = (at: Cursor): ReadonlyMap<string, number> =>
    new Map(
      membersIn(at, 'write an object with a number of requests per minute by category').flatMap(
        ([category, number]) => {
          if (typeof number.node === 'number') return [[category, number.node] as const];
          ignore(number, 'write a number of requests per minute');
          return [];
        },
      ),
    );

  const readName = (item: Cursor, member: string): string | undefined => {
    const name = item.text(member);
    if (name === undefined) ignore(item, `each item is an object with a "${member}"`);
    return name;
  };

  const readRule = (item: Cursor): Contract['rateLimits']['rules'] => {
    const category = readName(item, 'category');
    if (category === undefined) return [];
    const methods = item.at('methods');
    const isList = Array.isArray(methods.node);
    if (methods.exists && !isList) ignore(methods, 'write a list of methods, such as [GET, HEAD]');
    const path = text(item.at('path'), 'write a path, such as "/things"');
    return [{ category, path, methods: isList ? (methods.node as unknown[]).map(String) : undefined }];
  };

  const readProblemType = (item: Cursor): Contract['problemTypes'] => {
    const name = readName(item, 'name');
    if (name === undefined) return [];
    return [{ name, example: object(item.at('example'), 'write a whole problem document') }];
  };

  const readEmits = (at: Cursor): readonly string[] | undefined => {
    const remedy = 'write a list of names of webhooks, such as [ticket.created], or [] for none';
    const listed = list(at, remedy);
    return Array.isArray(at.node) ? listed.flatMap((item) => text(item, remedy) ?? []) : undefined;
  };

  const readDefaultResponse = (place: Cursor): string | undefined => {
    const at = place.at('x-default-response');
    const status = text(at, 'write a status in quotes, such as "201"');
    if (status === undefined || place.at('responses', status).exists) return status;
    ignore(at, `the operation describes no response "${status}"`);
    return undefined;
  };

  const readCapability = (item: Cursor): Operation['requiredCapabilities'] => {
    const capability = text(item.at('capability'), 'write the name of a capability');
    if (capability === undefined) {
      if (!item.at('capability').exists) ignore(item, 'each item is an object with a "capability"');
      return [];
    }
    return [
      {
        capability: toName(capability),
        when: object(item.at('when'), 'write a schema of the bodies that need the capability'),
        dependsOnResource: item.at('when-resource').exists,
      },
    ];
  };

  return {
    object,
    ignore,
    ofContract: (root: Cursor): Pick<Contract, 'rateLimits' | 'problemTypes' | 'problemBase'> => ({
      rateLimits: {
        tiers: new Map(
          membersIn(root.at('x-rate-limit-tiers'), 'write an object of tiers').map(([tier, limits]) => [
            tier,
            readNumbers(limits),
          ]),
        ),
        ceilings: readNumbers(root.at('x-rate-limit-ceiling')),
        rules: list(root.at('x-rate-limit-categories'), 'write a list of objects, each with a "category"').flatMap(
          readRule,
        ),
      },
      problemTypes: list(root.at('x-problem-types'), 'write a list of objects, each with a "name"').flatMap(
        readProblemType,
      ),
      problemBase: text(root.at('x-problem-base'), 'write the URL that the problem type URIs begin with'),
    }),
    ofOperation: (place: Cursor): Pick<Operation, keyof typeof NO_EXTENSIONS> => ({
      emits: readEmits(place.at('x-emits')),
      requiredCapabilities: list(
        place.at('x-required-capability'),
        'write a list of objects, each with a "capability"',
      ).flatMap(readCapability),
      rateLimitCategory: text(place.at('x-rate-limit-category'), 'write the name of a category'),
      location: text(place.at('x-location'), 'write a path with names in braces, such as "/things/{id}"'),
      defaultResponse: readDefaultResponse(place),
      isForOperators: flag(place.at('x-operator-only')),
      showsSecrets: flag(place.at('x-shows-secrets')),
      countsAs: count(place.at('x-counts-as'), 'write a whole number of calls'),
      takesLargeBody: flag(place.at('x-large-body')),
      maxBodyBytes: count(place.at('x-max-body-bytes'), 'write a whole number of bytes'),
    }),
    ofParameter: (place: Cursor): Pick<Parameter, 'namesPartner' | 'violationProblem'> => ({
      namesPartner: flag(place.at('x-authorized-partner')),
      violationProblem: text(place.at('x-violation-problem'), 'write the name of a problem type'),
    }),
  };
};

/** The extension that contains a location. */
const nameIn = (pointer: string): string => pointer.split('/').findLast((segment) => segment.startsWith('x-')) ?? '';

/** The same text, interned as a property key: looking up a property by a sliced string deoptimizes compiled code. */
const toName = (text: string): string => Object.keys({ [text]: true })[0] ?? text;

/** The tier of whoever has none that is described, and the category of operations that describe a limit without one. */
export const USUAL = 'default';

/** Also the spelling `X-Rate-Limit-Limit`. */
export const LIMIT_HEADER = /^(x-)?rate-?limit(?:-(limit|remaining|used|reset|policy))?$/;

/** Requests per minute of a sandbox: more than tests send. The extensions say what is meant. */
const MOST_USUALLY = 1_000_000;

/** A third-party description whose operations have a limit where they declare 429 or a header that tells of one. */
export const withUsualLimit = (contract: Contract): Contract => {
  const { operations, rateLimits } = contract;
  const [first = new Map([[USUAL, MOST_USUALLY]])] = rateLimits.tiers.values();
  return {
    ...contract,
    operations: operations.map((operation) => {
      const isLimited = operation.responses.some(
        ({ status, headers }) => status === '429' || headers.some(({ name }) => LIMIT_HEADER.test(name)),
      );
      return isLimited ? { ...operation, rateLimitCategory: operation.rateLimitCategory ?? USUAL } : operation;
    }),
    // No sandbox has a tier of a third-party description: all have the first one.
    rateLimits: { ...rateLimits, tiers: new Map([...rateLimits.tiers, [USUAL, first]]) },
  };
};
