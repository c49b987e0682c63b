import type { Box, Column, Section, SignaturePlace } from './sheet.ts';

type Shares = Readonly<Record<string, number>>;

/** Columns of a table by title, with their shares of the width: first left-aligned ones, then right-aligned ones. */
export const columns = (left: Shares, right: Shares = {}): readonly Column[] => [
  ...Object.entries(left).map(([title, share]) => ({ title, share })),
  ...Object.entries(right).map(([title, share]) => ({ title, share, align: 'right' as const })),
];

export const box = (title: string, lines: string | readonly string[], share = 1): Box => ({
  title,
  lines: typeof lines === 'string' ? [lines] : lines,
  share,
});

export const boxes = (...rows: readonly (readonly Box[])[]): Section => ({ kind: 'boxes', rows });

export const notes = (title: string, ...texts: readonly string[]): Section => ({ kind: 'notes', title, notes: texts });

export const signatures = (title: string, ...places: readonly SignaturePlace[]): Section => ({
  kind: 'signatures',
  title,
  places,
});
