import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { isObject } from '../../src/kernel/json.ts';

type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string;

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const CHART = path.join(import.meta.dirname, '../../charts/vatmock');
const BEGIN = '<!-- values: made by "npm run generate" from values.yaml and values.schema.json -->';
const END = '<!-- end of values -->';

/** What Helm hands to every chart. */
const NOT_OURS = 'global';

const rowsOf = (schema: Schema, defaults: unknown, parent: string): readonly (readonly string[])[] =>
  Object.entries(schema.properties ?? {})
    .filter(([name]) => parent !== '' || name !== NOT_OURS)
    .flatMap(([name, { description = '', properties }]) => {
      const full = parent === '' ? name : `${parent}.${name}`;
      if (!isObject(defaults) || !(name in defaults)) throw new Error(`charts/vatmock/values.yaml lacks ${full}`);
      const value = defaults[name];
      if (properties !== undefined) return rowsOf({ properties }, value, full);
      return [[`\`${full}\``, value === '' ? '' : `\`${JSON.stringify(value).replaceAll('"', '')}\``, description]];
    });

/** The README of the chart with the table of its values. */
export const withChartValues = (page: string, table: Table): string => {
  const schema = JSON.parse(readFileSync(path.join(CHART, 'values.schema.json'), 'utf8')) as Schema;
  const defaults: unknown = parse(readFileSync(path.join(CHART, 'values.yaml'), 'utf8'));
  const [before, rest] = page.split(BEGIN);
  const [, after] = (rest ?? '').split(END);
  if (after === undefined) throw new Error(`charts/vatmock/README.md lacks the lines ${BEGIN} and ${END}`);
  const made = table(['Value', 'Default', 'What it does'], rowsOf(schema, defaults, ''));
  return `${before ?? ''}${BEGIN}\n\n${made}\n\n${END}${after}`;
};
