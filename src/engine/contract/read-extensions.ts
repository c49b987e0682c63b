import type {
  CategoryRule,
  Contract,
  DescribedProblemType,
  NO_EXTENSIONS,
  Operation,
  Parameter,
  RequiredCapability,
} from './contract.ts';
import type { Cursor } from './cursor.ts';
import type { Diagnostic } from './diagnostic.ts';
import { isSchemaObject, type SchemaObject } from './walk-schema.ts';

/** Reads extensions (`x-...`): a malformed one is ignored, with a diagnostic that states its location and a remedy. */
export interface ExtensionReader {
  readonly text: (at: Cursor, remedy: string) => string | undefined;
  readonly flag: (at: Cursor, remedy: string) => boolean;
  readonly count: (at: Cursor, remedy: string) => number | undefined;
  readonly object: (at: Cursor, remedy: string) => SchemaObject | undefined;
  /** The items, each with its location. */
  readonly list: (at: Cursor, remedy: string) => readonly Cursor[];
  readonly ignore: (at: Cursor, remedy: string) => void;
}

export const createExtensionReader = (findings: Diagnostic[]): ExtensionReader => {
  const told = new Set<string>();
  const ignore = (at: Cursor, remedy: string): void => {
    const { pointer } = at;
    // Shared parameters and path items are read once per operation, but reported once.
    if (told.has(pointer)) return;
    told.add(pointer);
    findings.push({ pointer, message: `${nameIn(pointer)} is ignored: ${remedy}`, effect: 'served' });
  };
  const read = <T>(at: Cursor, remedy: string, isMeant: (node: unknown) => node is T): T | undefined => {
    if (!at.exists) return undefined;
    if (isMeant(at.node)) return at.node;
    ignore(at, remedy);
    return undefined;
  };
  return {
    text: (at, remedy) => read(at, remedy, isText),
    flag: (at, remedy) => read(at, remedy, isFlag) ?? false,
    count: (at, remedy) => read(at, remedy, isCount),
    object: (at, remedy) => read(at, remedy, isSchemaObject),
    list: (at, remedy) => (read(at, remedy, Array.isArray) === undefined ? [] : at.entries().map(([, item]) => item)),
    ignore,
  };
};

/** The extension that contains a location. */
const nameIn = (pointer: string): string => pointer.split('/').findLast((segment) => segment.startsWith('x-')) ?? '';

const isText = (node: unknown): node is string => typeof node === 'string' && node !== '';

const isCount = (node: unknown): node is number => Number.isSafeInteger(node) && (node as number) > 0;

const isFlag = (node: unknown): node is boolean => typeof node === 'boolean';

export const readContractExtensions = (
  root: Cursor,
  read: ExtensionReader,
): Pick<Contract, 'rateLimits' | 'problemTypes' | 'problemBase'> => ({
  rateLimits: {
    tiers: readTiers(root.at('x-rate-limit-tiers'), read),
    ceilings: readNumbers(root.at('x-rate-limit-ceiling'), read),
    rules: read
      .list(root.at('x-rate-limit-categories'), 'write a list of objects, each with a "category"')
      .flatMap((item) => readRule(item, read)),
  },
  problemTypes: read
    .list(root.at('x-problem-types'), 'write a list of objects, each with a "name"')
    .flatMap((item) => readProblemType(item, read)),
  problemBase: read.text(root.at('x-problem-base'), 'write the URL that the problem type URIs begin with'),
});

const readTiers = (at: Cursor, read: ExtensionReader): ReadonlyMap<string, ReadonlyMap<string, number>> =>
  read.object(at, 'write an object of tiers') === undefined
    ? new Map()
    : new Map(membersOf(at).map(([tier, limits]) => [tier, readNumbers(limits, read)]));

const readNumbers = (at: Cursor, read: ExtensionReader): ReadonlyMap<string, number> =>
  read.object(at, 'write an object with a number of requests per minute by category') === undefined
    ? new Map()
    : new Map(
        membersOf(at).flatMap(([category, number]) => {
          if (typeof number.node === 'number') return [[category, number.node] as const];
          read.ignore(number, 'write a number of requests per minute');
          return [];
        }),
      );

const membersOf = (at: Cursor): [string, Cursor][] => at.entries().filter(([name]) => !name.startsWith('x-'));

const readRule = (item: Cursor, read: ExtensionReader): CategoryRule[] => {
  const category = readName(item, 'category', read);
  if (category === undefined) return [];
  const methods = item.at('methods');
  return [
    {
      category,
      path: read.text(item.at('path'), 'write a path, such as "/things"'),
      methods: methods.exists ? toMethods(methods, read) : undefined,
    },
  ];
};

const toMethods = (at: Cursor, read: ExtensionReader): readonly string[] | undefined => {
  if (Array.isArray(at.node)) return at.node.map(String);
  read.ignore(at, 'write a list of methods, such as [GET, HEAD]');
  return undefined;
};

const readProblemType = (item: Cursor, read: ExtensionReader): DescribedProblemType[] => {
  const name = readName(item, 'name', read);
  if (name === undefined) return [];
  return [{ name, example: read.object(item.at('example'), 'write a whole problem document') }];
};

const readName = (item: Cursor, member: string, read: ExtensionReader): string | undefined => {
  if (isSchemaObject(item.node) && typeof item.node[member] === 'string') return item.node[member];
  read.ignore(item, `each item is an object with a "${member}"`);
  return undefined;
};

export const readOperationExtensions = (
  place: Cursor,
  read: ExtensionReader,
): Pick<Operation, keyof typeof NO_EXTENSIONS> => ({
  emits: readEmits(place.at('x-emits'), read),
  requiredCapabilities: read
    .list(place.at('x-required-capability'), 'write a list of objects, each with a "capability"')
    .flatMap((item) => readCapability(item, read)),
  rateLimitCategory: read.text(place.at('x-rate-limit-category'), 'write the name of a category'),
  location: read.text(place.at('x-location'), 'write a path with names in braces, such as "/things/{id}"'),
  defaultResponse: readDefaultResponse(place, read),
  isForOperators: read.flag(place.at('x-operator-only'), 'write true or false'),
  showsSecrets: read.flag(place.at('x-shows-secrets'), 'write true or false'),
  countsAs: read.count(place.at('x-counts-as'), 'write a whole number of calls'),
  takesLargeBody: read.flag(place.at('x-large-body'), 'write true or false'),
  maxBodyBytes: read.count(place.at('x-max-body-bytes'), 'write a whole number of bytes'),
});

const readEmits = (at: Cursor, read: ExtensionReader): readonly string[] | undefined => {
  const remedy = 'write a list of names of webhooks, such as [ticket.created], or [] for none';
  const listed = read.list(at, remedy);
  return Array.isArray(at.node) ? listed.flatMap((item) => read.text(item, remedy) ?? []) : undefined;
};

const readDefaultResponse = (place: Cursor, read: ExtensionReader): string | undefined => {
  const at = place.at('x-default-response');
  const status = read.text(at, 'write a status in quotes, such as "201"');
  if (status === undefined || place.at('responses', status).exists) return status;
  read.ignore(at, `the operation describes no response "${status}"`);
  return undefined;
};

const readCapability = (item: Cursor, read: ExtensionReader): RequiredCapability[] => {
  const capability = read.text(item.at('capability'), 'write the name of a capability');
  if (capability === undefined) {
    if (!item.at('capability').exists) read.ignore(item, 'each item is an object with a "capability"');
    return [];
  }
  return [
    {
      capability: toName(capability),
      when: read.object(item.at('when'), 'write a schema of the bodies that need the capability'),
      dependsOnResource: item.at('when-resource').exists,
    },
  ];
};

/** The same text, interned as a property key: looking up a property by a sliced string deoptimizes compiled code. */
const toName = (text: string): string => Object.keys({ [text]: true })[0] ?? text;

export const readParameterExtensions = (
  place: Cursor,
  read: ExtensionReader,
): Pick<Parameter, 'namesPartner' | 'violationProblem'> => ({
  namesPartner: read.flag(place.at('x-authorized-partner'), 'write true or false'),
  violationProblem: read.text(place.at('x-violation-problem'), 'write the name of a problem type'),
});
