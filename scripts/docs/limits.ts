import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LIMITS } from '../../src/config/limits.ts';
import { type Setting, toKebab } from '../../src/config/setting.ts';
import { isObject } from '../../src/kernel/json.ts';
import { MEMORY_SHARES, type MemoryShares, shareMemory } from '../../src/edges/system/memory-shares.ts';
import { LIMIT_CONSTANTS } from './limit-constants.ts';

type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string;

const BEGIN = '<!-- limits: made by "npm run generate" from src/config, spec/ and scripts/docs/limit-constants.ts -->';
const END = '<!-- end of limits -->';

/** Every entry of `--limits`. */
export const limitsOfModes = (table: Table): string =>
  table(
    ['Limit', 'Local', 'Hosted', 'What it limits'],
    Object.entries<Setting>(LIMITS).map(([name, { fallback = '', hostedFallback, help }]) => [
      `\`${toKebab(name)}\``,
      `\`${fallback}\``,
      `\`${hostedFallback ?? fallback}\``,
      help,
    ]),
  );

interface Found {
  readonly where: string;
  readonly keyword: string;
  readonly limit: number;
}

const KEYWORDS = ['maxItems', 'maxProperties', 'maxLength'];

/** The limits written in schemas, each with the member that it bounds. */
const findLimits = (schema: unknown, where: string): readonly Found[] => {
  if (!isObject(schema)) return [];
  const own = KEYWORDS.flatMap((keyword) => {
    const limit = schema[keyword];
    return typeof limit === 'number' && limit > 0 ? [{ where, keyword, limit }] : [];
  });
  const members = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  const parts = [schema['allOf'], schema['anyOf'], schema['oneOf']].flatMap((each) =>
    Array.isArray(each) ? (each as readonly unknown[]) : [],
  );
  return [
    ...own,
    ...members.flatMap(([name, member]) => findLimits(member, `${where}.${name}`)),
    ...parts.flatMap((part) => findLimits(part, where)),
    ...findLimits(schema['items'], `${where}[]`),
    ...findLimits(schema['additionalProperties'], `${where}.*`),
  ];
};

const UNITS: Readonly<Record<string, string>> = {
  maxItems: 'entries',
  maxProperties: 'members',
  maxLength: 'characters',
};

/** Shorter texts are formats rather than limits. */
const SHORTEST_TEXT = 200;

/** One row for each limit, with everything that has it. */
const schemas = (document: unknown, table: Table): string => {
  const components = isObject(document) && isObject(document['components']) ? document['components'] : {};
  const named = isObject(components['schemas']) ? Object.entries(components['schemas']) : [];
  const groups = new Map<string, Set<string>>();
  for (const [name, schema] of named)
    for (const { where, keyword, limit } of findLimits(schema, name)) {
      if (keyword === 'maxLength' && limit < SHORTEST_TEXT) continue;
      const text = `${String(limit)} ${UNITS[keyword] ?? keyword}`;
      groups.set(text, (groups.get(text) ?? new Set()).add(`\`${where}\``));
    }
  const rows = [...groups].map(([limit, places]) => [limit, [...places].join(', ')]);
  return table(['At most', 'In'], rows);
};

/** Memory and heap of the container, as V8 divides them. */
const CONTAINER = { processLimit: 512 * 1_048_576, heapLimit: 256 * 1_048_576 };

const memory = (table: Table): string => {
  const shares = shareMemory(CONTAINER);
  const rows = Object.entries(MEMORY_SHARES).map(([kind, { part, what }]) => [
    what,
    `${(100 * part).toFixed(0)} %`,
    (shares[kind as keyof MemoryShares] / 1_048_576).toFixed(0),
  ]);
  return table(['All tenants together', 'Part', 'MiB of a container of 512 MiB'], rows);
};

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** The calls that count as more than one (`x-counts-as`), the dearest first. */
const costlyCalls = (document: unknown, table: Table): string => {
  const paths = isObject(document) && isObject(document['paths']) ? Object.entries(document['paths']) : [];
  const byCost = new Map<number, string[]>();
  for (const [place, item] of paths)
    for (const method of METHODS) {
      const operation = isObject(item) ? item[method] : undefined;
      const cost = isObject(operation) ? operation['x-counts-as'] : undefined;
      if (typeof cost !== 'number') continue;
      byCost.set(cost, [...(byCost.get(cost) ?? []), `\`${method.toUpperCase()} ${place}\``]);
    }
  const rows = [...byCost].sort(([one], [other]) => other - one);
  return table(
    ['Counts as', 'Calls'],
    rows.map(([cost, calls]) => [String(cost), calls.join(', ')]),
  );
};

const ROOT = path.join(import.meta.dirname, '../..');

/** The text of a constant's value, as the source has it. */
const readConstant = (file: string, name: string): string => {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const value = new RegExp(`const ${name}(?:: [^=]+)? = ([^;]+);`).exec(source)?.[1];
  if (value === undefined)
    throw new Error(`${file} has no constant ${name}, which scripts/docs/limit-constants.ts names: follow the change`);
  return UNITS_OF_VALUES.reduce(
    (text, [factor, unit]) => text.replaceAll(factor, unit),
    value.replaceAll(/\s+/g, ' '),
  ).replaceAll(', }', ' }');
};

const UNITS_OF_VALUES = [
  [/\* (?:MEBIBYTE|1024 \* 1024|1_048_576)\b/g, 'MiB'],
  [/\* 1024\b/g, 'KiB'],
  [/\* 86_400_000\b/g, 'days'],
] as const;

const constants = (table: Table): string =>
  table(
    ['Limit', 'Value', 'Where'],
    Object.entries(LIMIT_CONSTANTS).flatMap(([file, names]) =>
      Object.entries(names).map(([name, what]) => [what, `\`${readConstant(file, name)}\``, `\`${file}\``]),
    ),
  );

const MEMORY = `What a hosted server keeps and holds for its tenants adds up to less than its memory: 85 % of \`--limits max-memory\`, or of Node's heap,
without what the program needs. A limit above that is lower counts. Who has most is refused first: one tenant gets two thirds
of a kind at most, each of two two fifths, and something is always left for the next one.`;

/** docs/security.md with the limits in their place. */
export const withLimits = (
  page: string,
  { api, control, table }: { readonly api: unknown; readonly control: unknown; readonly table: Table },
): string => {
  const [before, rest] = page.split(BEGIN);
  const [, after] = (rest ?? '').split(END);
  if (after === undefined) throw new Error(`docs/security.md lacks the lines ${BEGIN} and ${END}`);
  const parts = [
    `### Requests to the API\n\n${schemas(api, table)}`,
    `### Requests to the control API\n\n${schemas(control, table)}`,
    `### Control calls that count as several\n\n${costlyCalls(control, table)}`,
    `### Memory\n\n${MEMORY}\n\n${memory(table)}`,
    `### Fixed limits\n\n${constants(table)}`,
  ];
  return `${before ?? ''}${BEGIN}\n\n${parts.join('\n\n')}\n\n${END}${after}`;
};
