/** Removes control characters: data of requests must not control this terminal. */
export const printable = (line: string): string => line.replaceAll(/\p{Cc}/gu, '\u{FFFD}');

/** A line feed, a tab, and the styles of our own output. */
// oxlint-disable-next-line no-control-regex -- it tells them apart
const HARMLESS = /^(?:[\n\t]|\u001B\[(?:1|22|31|32|33|39)m)$/;

/**
 * Shows control characters as JSON writes them: what files and servers contain must not control this terminal, and JSON
 * stays what it is.
 */
export const escapeControls = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- it looks for them
  text.replaceAll(/\u001B\[\d+m|\p{Cc}/gu, (found) =>
    HARMLESS.test(found)
      ? found
      : found.replaceAll(/\p{Cc}/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );

/** Rows as lines, each column as wide as its longest cell. */
export const alignColumns = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};
