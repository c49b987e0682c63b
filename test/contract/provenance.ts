import { childPointer } from '../../src/kernel/json-pointer.ts';
import { type Tree, isTree } from '../support/description.ts';

export interface ProvenanceSources {
  /** The entries of spec/assumptions.yaml. */
  readonly assumptions: readonly Tree[];
  /** Descriptions and schemas by file name, as they are written. */
  readonly documents: Readonly<Record<string, unknown>>;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** What an entry of spec/assumptions.yaml consists of. */
const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: isId,
  question: isText,
  chosen: isText,
  alternatives: (value) => Array.isArray(value) && value.length > 0 && value.every(isAlternative),
  where: isTexts,
  switchable: (value) => typeof value === 'boolean',
};

/** What it may have besides. */
const OPTIONAL: typeof FIELDS = {
  chosenId: isId,
  why: isText,
  decides: isTrees,
  bearsOn: isTrees,
};

function isId(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value);
}

/** A text cannot be switched to. */
function isAlternative(value: unknown): boolean {
  return isText(value) || (isTree(value) && isId(value['id']) && isText(value['text']));
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isTrees(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isTree);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

/**
 * Everything that keeps a reader from telling a fact from our guess: operations and schema properties without
 * `x-provenance: documented` or `x-assumption`, ids that are not listed, entries that are incomplete, double, or
 * referred to by nothing.
 */
export const findProvenanceFaults = ({ assumptions, documents }: ProvenanceSources): string[] => {
  const known = new Set(assumptions.map(({ id }) => id));
  const used = new Set<string>();
  const faults: string[] = [];

  const readMark = (node: Tree, place: string): void => {
    const mark = node['x-provenance'];
    if (mark !== undefined && mark !== 'documented') faults.push(`${place}: x-provenance is ${JSON.stringify(mark)}`);
    for (const id of idsOf(node['x-assumption'])) {
      used.add(id);
      if (!known.has(id)) faults.push(`${place}: unknown assumption "${id}"`);
    }
  };

  const visit = (node: unknown, place: string, owner: string): void => {
    if (Array.isArray(node)) for (const [index, item] of node.entries()) visit(item, childPointer(place, index), owner);
    if (!isTree(node)) return;
    readMark(node, place);
    if (mustBeMarked(owner, node) && !isMarked(node)) faults.push(`${place}: neither x-provenance nor x-assumption`);
    for (const [key, value] of Object.entries(node)) {
      // What stands in an example is data, whatever its names.
      if (owner !== 'property map' && (key === 'example' || key === 'examples')) continue;
      visit(value, childPointer(place, key), ownerOf(owner, key));
    }
  };

  for (const [file, document] of Object.entries(documents)) visit(document, `${file}#`, 'root');
  return [...faults, ...listFaults(assumptions), ...[...known].filter(isUnused(used)).map(toUnused)];
};

const isUnused = (used: ReadonlySet<string>) => (id: unknown) => typeof id !== 'string' || !used.has(id);
const toUnused = (id: unknown): string => `assumption "${String(id)}" is referred to by nothing`;

const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);

const isMarked = (node: Tree): boolean =>
  node['x-provenance'] === 'documented' || idsOf(node['x-assumption']).length > 0;

/** What a node is to its parent, as far as it matters here. */
type Owner = string;

/** What refers to something is marked there. A schema that is no enumeration has properties, which are. */
const mustBeMarked = (owner: Owner, node: Tree): boolean =>
  owner === 'property' ||
  owner === 'operation' ||
  ((owner === 'response' || owner === 'header' || owner === 'parameter') && node['$ref'] === undefined) ||
  (owner === 'schema' && node['enum'] !== undefined);

const COMPONENTS: Readonly<Record<string, Owner>> = {
  responses: 'response map',
  schemas: 'schema map',
  headers: 'header map',
  parameters: 'parameter map',
};

const ownerOf = (owner: Owner, key: string): Owner => {
  switch (owner) {
    case 'root':
      return key === 'paths' || key === 'webhooks' ? 'path map' : key === 'components' ? 'components' : 'anything';
    case 'path map':
      return 'path';
    case 'path':
      return METHODS.includes(key) ? 'operation' : 'anything';
    case 'components':
      return COMPONENTS[key] ?? 'anything';
    case 'response map':
      return 'response';
    case 'schema map':
      return 'schema';
    case 'header map':
      return 'header';
    case 'parameter map':
      return 'parameter';
    case 'property map':
      return 'property';
    default:
      // Conditions on a body (`x-required-capability`) are schemas too, but describe nothing.
      return key.startsWith('x-') || owner === 'extension'
        ? 'extension'
        : key === 'properties'
          ? 'property map'
          : key === 'responses' && owner === 'operation'
            ? 'response map'
            : 'anything';
  }
};

const listFaults = (assumptions: ProvenanceSources['assumptions']): string[] =>
  assumptions.flatMap((entry, index) => {
    const name = `assumption "${String(entry['id'])}"`;
    const isDouble = assumptions.findIndex(({ id }) => id === entry['id']) !== index;
    return [
      ...(isDouble ? [`${name} is listed twice`] : []),
      ...Object.entries(FIELDS)
        .filter(([field, isRight]) => !isRight(entry[field]))
        .map(([field]) => `${name}: "${field}" is missing or wrong`),
      ...Object.entries(OPTIONAL)
        .filter(([field, isRight]) => entry[field] !== undefined && !isRight(entry[field]))
        .map(([field]) => `${name}: "${field}" is wrong`),
      ...switchFaults(entry).map((fault) => `${name}: ${fault}`),
      ...Object.keys(entry)
        .filter((field) => !(field in FIELDS) && !(field in OPTIONAL))
        .map((field) => `${name}: "${field}" is no field of an assumption`),
    ];
  });

/** What can be switched has names for what is chosen and for what could be, and the rest says why it has none. */
const switchFaults = ({ alternatives, switchable, chosenId, why }: Tree): string[] => {
  const ids = (Array.isArray(alternatives) ? alternatives : []).filter(isTree).map(({ id }) => id);
  const names = [...ids, ...(chosenId === undefined ? [] : [chosenId])];
  return [
    ...(ids.length > 0 !== (chosenId !== undefined) ? ['"chosenId" and ids of alternatives go together'] : []),
    ...(ids.length > 0 && switchable !== true ? ['alternatives have ids, but it is not switchable'] : []),
    ...(new Set(names).size < names.length ? ['two of its alternatives have the same id'] : []),
    ...(switchable === false && why === undefined ? ['has no switch, and does not say "why"'] : []),
    ...(switchable === true && why !== undefined ? ['is switchable, so "why" not is out of place'] : []),
  ];
};
