import {
  INNER_WIDTH,
  PAGE,
  type Paper,
  STYLES,
  ensureRoom,
  heightOf,
  write,
  COLOURS,
  type Style,
  rule,
  shortenMiddle,
} from './paper.ts';
import type { FieldGroup, Section, Cell, Column, Box, SignaturePlace } from './sheet.ts';
import type { Steps } from '../../kernel/time-slices.ts';

const FIELD_GAP = 20;
const LABEL_WIDTH = 72;
const FIELD_LINES = 3;
const SPACE = 3;

/** Draws labels and values, with groups side by side. */
export const drawFields = (paper: Paper, { groups }: Extract<Section, { kind: 'fields' }>): void => {
  const width = (INNER_WIDTH - FIELD_GAP * (groups.length - 1)) / groups.length;
  const heights = groups.map((group) => heightOfGroup(paper, group, width));
  const height = Math.max(...heights);
  ensureRoom(paper, height);
  const { y } = paper;
  for (const [index, group] of groups.entries())
    drawGroup(paper, group, PAGE.left + index * (width + FIELD_GAP), y, width);
  paper.y = y + height;
};

const GROUP_TITLE = 15;

const heightOfField = (paper: Paper, value: string, width: number): number =>
  heightOf(paper, value, STYLES.body, { width: width - LABEL_WIDTH, lines: FIELD_LINES }) + SPACE;

const heightOfGroup = (paper: Paper, { title, fields }: FieldGroup, width: number): number =>
  fields.reduce((sum, [, value]) => sum + heightOfField(paper, value, width), title === undefined ? 0 : GROUP_TITLE);

const drawGroup = (paper: Paper, { title, fields }: FieldGroup, x: number, top: number, width: number): void => {
  let y = top;
  if (title !== undefined) {
    write(paper, title, STYLES.strong, { x, y, width });
    y += GROUP_TITLE;
  }
  for (const [label, value] of fields) {
    write(paper, label, STYLES.label, { x, y: y + 1, width: LABEL_WIDTH - 6 });
    write(paper, value, STYLES.body, { x: x + LABEL_WIDTH, y, width: width - LABEL_WIDTH, lines: FIELD_LINES });
    y += heightOfField(paper, value, width);
  }
};

const CELL_PADDING = 4;
const CELL_LINES = 3;

interface Slot extends Column {
  readonly x: number;
  readonly width: number;
}

/** Draws a table across pages: rows are never split, and every page repeats the column headers. */
export function* drawTable(
  paper: Paper,
  { columns, rows, empty = '', totals = [] }: Extract<Section, { kind: 'table' }>,
): Steps<void> {
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
    const slot = { ...column, x: x + CELL_PADDING, width: width - 2 * CELL_PADDING };
    x += width;
    return slot;
  });
};

const HEAD_HEIGHT = 18;

const drawHead = (paper: Paper, slots: readonly Slot[]): void => {
  const { y } = paper;
  paper.rect(PAGE.left, y, INNER_WIDTH, HEAD_HEIGHT).fill(COLOURS.shade);
  for (const { title, x, width, align } of slots)
    write(paper, title, STYLES.head, { x, y: y + 4, width, ...(align && { align }) });
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
      heightOf(paper, textOf(paper, cell, style, width), style, { width, lines: CELL_LINES }) +
      (note === undefined ? 0 : heightOf(paper, note, STYLES.note, { width }))
    );
  });
  return Math.max(...heights) + 2 * CELL_PADDING;
};

const drawRow = (paper: Paper, slots: readonly Slot[], row: readonly Cell[], style: Style): void => {
  const height = heightOfRow(paper, slots, row, style);
  if (ensureRoom(paper, height)) drawHead(paper, slots);
  const y = paper.y + CELL_PADDING;
  for (const [index, { x, width, align = 'left' }] of slots.entries()) {
    const cell = row[index] ?? '';
    const note = noteOf(cell);
    write(paper, textOf(paper, cell, style, width), style, { x, y, width, align, lines: CELL_LINES });
    if (note === undefined) continue;
    const below = y + heightOf(paper, textOf(paper, cell, style, width), style, { width, lines: CELL_LINES });
    write(paper, note, STYLES.note, { x, y: below, width, align });
  }
  paper.y = y - CELL_PADDING + height;
  rule(paper, paper.y);
};

const drawEmpty = (paper: Paper, text: string): void => {
  const y = paper.y + CELL_PADDING;
  write(paper, text, { ...STYLES.cell, colour: COLOURS.muted }, { x: PAGE.left + CELL_PADDING, y, width: INNER_WIDTH });
  paper.y = y + 16;
  rule(paper, paper.y);
};

const INDENT = 10;
const NOTE_LINES = 6;

/** Draws sentences one below the other. */
export function* drawNotes(paper: Paper, { notes }: Extract<Section, { kind: 'notes' }>): Steps<void> {
  const width = INNER_WIDTH - INDENT;
  for (const note of notes) {
    const height = heightOf(paper, note, STYLES.body, { width, lines: NOTE_LINES });
    ensureRoom(paper, height);
    const { y } = paper;
    write(paper, '•', STYLES.body, { x: PAGE.left, y, width: INDENT });
    write(paper, note, STYLES.body, { x: PAGE.left + INDENT, y, width, lines: NOTE_LINES });
    paper.y = y + height + 3;
    yield;
  }
}

const BOX_PADDING = 5;
const BOX_TITLE = 11;
const MIN_HEIGHT = 34;
/** Maximum lines of a long entry. */
const BOX_LINES = 2;

/** Draws the boxes of a form row by row; a row is as high as its tallest box. */
export const drawBoxes = (paper: Paper, { rows }: Extract<Section, { kind: 'boxes' }>): void => {
  for (const row of rows) {
    const shares = row.reduce((sum, { share = 1 }) => sum + share, 0);
    const widthOf = ({ share = 1 }: Box): number => (INNER_WIDTH * share) / shares;
    const height = Math.max(MIN_HEIGHT, ...row.map((box) => heightOfBox(paper, box, widthOf(box))));
    ensureRoom(paper, height);
    const { y } = paper;
    let x: number = PAGE.left;
    for (const box of row) {
      drawBox(paper, box, { x, y, width: widthOf(box), height });
      x += widthOf(box);
    }
    paper.y = y + height;
  }
};

const heightOfLine = (paper: Paper, line: string, width: number): number =>
  heightOf(paper, line, STYLES.body, { width: width - 2 * BOX_PADDING, lines: BOX_LINES });

const heightOfBox = (paper: Paper, { lines }: Box, width: number): number =>
  lines.reduce((sum, line) => sum + heightOfLine(paper, line, width), BOX_TITLE + 2 * BOX_PADDING);

const drawBox = (
  paper: Paper,
  box: Box,
  {
    x,
    y,
    width,
    height,
  }: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  },
): void => {
  paper.rect(x, y, width, height).lineWidth(0.6).stroke(COLOURS.muted);
  const inside = { x: x + BOX_PADDING, width: width - 2 * BOX_PADDING };
  write(paper, box.title, STYLES.label, { ...inside, y: y + 4 });
  let top = y + BOX_PADDING + BOX_TITLE;
  for (const line of box.lines) {
    write(paper, line, STYLES.body, { ...inside, y: top, lines: BOX_LINES });
    top += heightOfLine(paper, line, width);
  }
};

const SIGNATURE_HEIGHT = 84;
const SIGNATURE_GAP = 16;

/** Draws signature fields side by side: signed ones with a pen stroke, the others empty. */
export const drawSignatures = (paper: Paper, { places }: Extract<Section, { kind: 'signatures' }>): void => {
  ensureRoom(paper, SIGNATURE_HEIGHT);
  const { y } = paper;
  const width = (INNER_WIDTH - SIGNATURE_GAP * (places.length - 1)) / places.length;
  for (const [index, place] of places.entries())
    drawPlace(paper, place, PAGE.left + index * (width + SIGNATURE_GAP), y, width);
  paper.y = y + SIGNATURE_HEIGHT;
};

const drawPlace = (paper: Paper, { role, name, signed }: SignaturePlace, x: number, y: number, width: number): void => {
  write(paper, role, STYLES.strong, { x, y, width });
  if (signed !== '') drawStroke(paper, name, x + 8, y + 40, Math.min(width - 16, 110));
  paper
    .moveTo(x, y + 54)
    .lineTo(x + width, y + 54)
    .lineWidth(0.6)
    .stroke(COLOURS.muted);
  write(paper, name, STYLES.body, { x, y: y + 58, width });
  write(paper, signed === '' ? 'Place, date, signature' : signed, STYLES.label, { x, y: y + 70, width });
};

/** A scribble derived from the name, so that the same person always signs alike. */
const drawStroke = (paper: Paper, name: string, left: number, middle: number, width: number): void => {
  const letters = Array.from(name)
    .slice(0, 14)
    .map((letter) => letter.codePointAt(0) ?? 0);
  const step = width / (letters.length + 1);
  let [x, y] = [left, middle];
  paper.moveTo(x, y);
  for (const [index, code] of letters.entries()) {
    const height = 10 + (code % 17);
    const next = { x: left + step * (index + 1), y: middle + (code % 7) - 3 };
    const up = index % 2 === 0 ? -height : height * 0.6;
    paper.bezierCurveTo(x + step * 1.6, y + up, next.x - step * 1.4, next.y - up * 0.5, next.x, next.y);
    ({ x, y } = next);
  }
  paper.lineWidth(1.1).stroke(COLOURS.accent);
};
