import type { Steps } from '../../kernel/time-slices.ts';
import {
  COLOURS,
  INNER_WIDTH,
  PAGE,
  type Paper,
  STYLES,
  type Style,
  ensureRoom,
  heightOf,
  rule,
  shortenMiddle,
  write,
} from './paper.ts';
import type { Cell, Column, Section } from './sheet.ts';

type Table = Extract<Section, { kind: 'table' }>;

const PADDING = 4;
const LINES = 3;

interface Slot extends Column {
  readonly x: number;
  readonly width: number;
}

/** Draws a table across pages: rows are never split, and every page repeats the column headers. */
export function* drawTable(paper: Paper, { columns, rows, empty, totals = [] }: Table): Steps<void> {
  const slots = toSlots(columns);
  const first = rows[0];
  ensureRoom(paper, HEAD_HEIGHT + (first === undefined ? 20 : heightOfRow(paper, slots, first, STYLES.cell)));
  drawHead(paper, slots);
  if (rows.length === 0) drawEmpty(paper, empty);
  for (const row of rows) {
    drawRow(paper, slots, row, STYLES.cell);
    yield;
  }
  for (const total of totals) drawRow(paper, slots, total, STYLES.cellStrong);
}

const toSlots = (columns: readonly Column[]): readonly Slot[] => {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  let x: number = PAGE.left;
  return columns.map((column) => {
    const width = (INNER_WIDTH * column.share) / shares;
    const slot = { ...column, x: x + PADDING, width: width - 2 * PADDING };
    x += width;
    return slot;
  });
};

const HEAD_HEIGHT = 18;

const drawHead = (paper: Paper, slots: readonly Slot[]): void => {
  const { y } = paper;
  paper.rect(PAGE.left, y, INNER_WIDTH, HEAD_HEIGHT).fill(COLOURS.shade);
  for (const { title, x, width, align } of slots)
    write(paper, title, STYLES.head, { x, y: y + 4, width, ...(align === undefined ? {} : { align }) });
  paper.y = y + HEAD_HEIGHT;
};

const textOf = (paper: Paper, cell: Cell, style: Style, width: number): string => {
  if (typeof cell === 'string') return cell;
  return 'file' in cell ? shortenMiddle(paper, cell.file, style, width) : cell.text;
};
const noteOf = (cell: Cell): string | undefined => (typeof cell === 'string' ? undefined : cell.note);

const heightOfRow = (paper: Paper, slots: readonly Slot[], row: readonly Cell[], style: Style): number => {
  const heights = slots.map(({ width }, index) => {
    const cell = row[index] ?? '';
    const note = noteOf(cell);
    return (
      heightOf(paper, textOf(paper, cell, style, width), style, { width, lines: LINES }) +
      (note === undefined ? 0 : heightOf(paper, note, STYLES.note, { width }))
    );
  });
  return Math.max(...heights) + 2 * PADDING;
};

const drawRow = (paper: Paper, slots: readonly Slot[], row: readonly Cell[], style: Style): void => {
  const height = heightOfRow(paper, slots, row, style);
  if (ensureRoom(paper, height)) drawHead(paper, slots);
  const y = paper.y + PADDING;
  for (const [index, { x, width, align = 'left' }] of slots.entries()) {
    const cell = row[index] ?? '';
    const note = noteOf(cell);
    write(paper, textOf(paper, cell, style, width), style, { x, y, width, align, lines: LINES });
    if (note === undefined) continue;
    const below = y + heightOf(paper, textOf(paper, cell, style, width), style, { width, lines: LINES });
    write(paper, note, STYLES.note, { x, y: below, width, align });
  }
  paper.y = y - PADDING + height;
  rule(paper, paper.y);
};

const drawEmpty = (paper: Paper, text: string): void => {
  const y = paper.y + PADDING;
  write(paper, text, { ...STYLES.cell, colour: COLOURS.muted }, { x: PAGE.left + PADDING, y, width: INNER_WIDTH });
  paper.y = y + 16;
  rule(paper, paper.y);
};
