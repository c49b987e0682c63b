import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MEMORY_SHARES, type MemoryShares, shareMemory } from '../../src/edges/system/memory.ts';
import { isObject } from '../../src/kernel/json.ts';
import { LIMITS } from '../../src/generated/settings.ts';
import { type Setting, toKebab } from '../../src/config/setting.ts';
import { LIMIT_CONSTANTS } from './limit-constants.ts';
import { table } from './table.ts';

/** Every entry of `--limits`. */
const limitsOfModes = (): string =>
  table(
    ['Limit', 'Local', 'Hosted', 'What it limits'],
    Object.entries<Setting>(LIMITS).map(([name, { fallback = '', hostedFallback, help }]) => [
      `\`${toKebab(name)}\``,
      `\`${fallback}\``,
      hostedFallback === undefined || hostedFallback === fallback ? '' : `\`${hostedFallback}\``,
      help,
    ]),
  );

/** Memory and heap of the container, as V8 divides them. */
const CONTAINER = { processLimit: 512 * 1_048_576, heapLimit: 256 * 1_048_576 };

const memory = (): string => {
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
const costlyCalls = (document: unknown): string => {
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

const constants = (): string =>
  table(
    ['Limit', 'Value'],
    Object.entries(LIMIT_CONSTANTS).flatMap(([file, names]) =>
      Object.entries(names).map(([name, what]) => [what, `\`${readConstant(file, name)}\``]),
    ),
  );

const MEMORY = `What a hosted server holds for its tenants adds up to less than its memory: 85 % of the limit \`max-memory\`, or of Node's heap,
without what the program needs. A lower limit applies first. The tenant that has most is refused first: one tenant gets two thirds
of a kind at most, two get two fifths each, and something is always left for the next one.`;

/** The limits in docs/configuration.md. */
export const limits = (control: unknown): string =>
  [
    limitsOfModes(),
    `### Control calls that count as several\n\n${costlyCalls(control)}`,
    `### Memory\n\n${MEMORY}\n\n${memory()}`,
    `### Fixed limits\n\n${constants()}`,
  ].join('\n\n');
