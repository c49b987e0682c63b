export type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();

/** A table in Markdown; the formatter pads it. */
export const table: Table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

/** Links to entries of docs/assumptions.md. */
export const linkAssumptions = (ids: readonly string[]): string =>
  ids.map((id) => `[${id}](assumptions.md#${id})`).join(', ');
