import PDFDocument from 'pdfkit';
import { once } from '../../kernel/caches.ts';
import { type RunInSlices, type Steps, atOnce } from '../../kernel/time-slices.ts';
import { type Paper, type Style, ensureRoom, heightOf, rule, shortenMiddle, write } from './paper.ts';
import { SHEET } from '../../generated/sheet.ts';
import type { Banner, Cell, Column, FieldGroup, Section, Sheet } from './sheet.ts';
import { readFile } from 'node:fs/promises';

const { page: PAGE, colours: COLOURS, styles: STYLES, tones: TONES } = SHEET;
const INNER_WIDTH = PAGE.width - 2 * PAGE.left;

/**
 * Draws a sheet as a PDF. Equal sheets give equal bytes: the dates and the identifier of the file come from its
 * information, and nothing else in the PDF depends on time or machine. A row of a table takes a third of a millisecond,
 * so a long one is drawn in slices.
 */
export const drawSheet = async (sheet: Sheet, inSlices: RunInSlices = atOnce): Promise<Uint8Array> => {
  const { regular, bold } = await loadFonts();
  const paper = new PDFDocument(optionsFor(sheet));
  const bytes = collect(paper);
  paper.registerFont('regular', regular).registerFont('bold', bold);
  await inSlices(draw(paper, sheet));
  paper.end();
  return bytes;
};

function* draw(paper: Paper, sheet: Sheet): Steps<void> {
  paper.addPage();
  paper.y = PAGE.top;
  drawHeading(paper, sheet);
  if (sheet.banner !== undefined) drawBanner(paper, sheet.banner);
  for (const section of sheet.sections) {
    yield* drawSection(paper, section);
    yield;
  }
  yield* drawEveryPage(paper, sheet);
  yield* compressPages(paper);
}

const optionsFor = ({ title, information: { id, subject, madeAt } }: Sheet): PDFKit.PDFDocumentOptions => ({
  size: 'A4',
  // Page breaks are explicit: text near the bottom must not start a new page.
  margins: { top: 0, left: 0, right: 0, bottom: 0 },
  // An empty name keeps PDFKit from loading a standard font, which is not used.
  font: '',
  autoFirstPage: false,
  bufferPages: true,
  displayTitle: true,
  lang: 'en-GB',
  pdfVersion: '1.7',
  info: {
    Title: `${title}: ${subject}`,
    Subject: subject,
    Keywords: id,
    Author: 'vatmock',
    Creator: 'vatmock',
    Producer: 'PDFKit',
    CreationDate: madeAt,
    ModDate: madeAt,
  },
});

const collect = (paper: Paper): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    paper.on('data', (chunk: Buffer) => chunks.push(chunk));
    paper.on('error', reject);
    paper.on('end', () => {
      resolve(Buffer.concat(chunks));
    });
  });

const REFERENCE_WIDTH = 220;

const drawHeading = (paper: Paper, { title, subtitle, reference }: Sheet): void => {
  const { y } = paper;
  const x = PAGE.width - PAGE.left - REFERENCE_WIDTH;
  write(paper, title, STYLES.title, { x: PAGE.left, y: y - 4, width: INNER_WIDTH - REFERENCE_WIDTH });
  write(paper, subtitle, STYLES.subtitle, { x: PAGE.left, y: y + 28, width: INNER_WIDTH - REFERENCE_WIDTH });
  const right = { x, width: REFERENCE_WIDTH, align: 'right' } as const;
  write(paper, reference.headline, { ...STYLES.section, colour: COLOURS.ink }, { ...right, y });
  for (const [index, line] of reference.lines.entries())
    write(paper, line, STYLES.label, { ...right, y: y + 17 + index * 11 });
  paper.y = y + 54;
};

const drawBanner = (paper: Paper, { tone, headline, text }: Banner): void => {
  const { background, accent } = TONES[tone];
  const { y } = paper;
  const width = INNER_WIDTH - 32;
  const body = { ...STYLES.body, size: 9.5 };
  const height = 36 + heightOf(paper, text, body, { width, lines: 3 });
  paper.roundedRect(PAGE.left, y, INNER_WIDTH, height, 4).fill(background);
  paper.rect(PAGE.left, y, 5, height).fill(accent);
  write(paper, headline, { font: 'bold', size: 14, colour: accent }, { x: PAGE.left + 18, y: y + 7, width });
  write(paper, text, body, { x: PAGE.left + 18, y: y + 27, width, lines: 3 });
  paper.y = y + height + 4;
};

/** Minimum height in points for a title and the start of its section: a title never ends a page. */
const TITLE_AND_START = 64;

function* drawSection(paper: Paper, section: Section): Steps<void> {
  paper.y += 14;
  ensureRoom(paper, TITLE_AND_START);
  const { y } = paper;
  if (section.title !== undefined) {
    write(paper, section.title, STYLES.section, { x: PAGE.left, y, width: INNER_WIDTH });
    paper.y = y + 19;
  }
  switch (section.kind) {
    case 'fields':
      drawFields(paper, section);
      break;
    case 'table':
      yield* drawTable(paper, section);
      break;
    case 'notes':
      yield* drawNotes(paper, section);
      break;
    case 'boxes':
      drawBoxes(paper, section);
      break;
    case 'signatures':
      drawSignatures(paper, section);
  }
}

const WARNING_HEIGHT = 24;

/** Draws the header and footer of every page once the number of pages is known. */
function* drawEveryPage(paper: Paper, { warning, footer }: Sheet): Steps<void> {
  const { start, count } = paper.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    paper.switchToPage(page);
    paper.rect(0, 0, PAGE.width, WARNING_HEIGHT).fill(COLOURS.warning);
    const middle = { x: PAGE.left, width: INNER_WIDTH, align: 'center' } as const;
    write(paper, warning, { ...STYLES.strong, size: 9.5 }, { ...middle, y: 5.5 });
    rule(paper, PAGE.bottom + 12);
    const y = PAGE.bottom + 18;
    write(paper, footer, STYLES.note, { x: PAGE.left, y, width: INNER_WIDTH - 80 });
    const number = `Page ${page - start + 1} of ${count}`;
    write(paper, number, STYLES.note, { x: PAGE.width - PAGE.left - 80, y, width: 80, align: 'right' });
    yield;
  }
}

/** Finishes page by page: the end of the document would compress all of them at once. */
function* compressPages(
  paper: Paper &
    Partial<{
      _pageBuffer: readonly unknown[];
    }>,
): Steps<void> {
  for (const page of paper._pageBuffer ?? []) {
    paper._pageBuffer = [page];
    paper.flushPages();
    yield;
  }
}

/** Path relative to this file below src/; the build adapts it for a bundle. */
const fontFile = (name: string): URL => new URL(`../../../fonts/${name}`, import.meta.url);

/** Embedded in the file, so that it looks the same everywhere; read once. */
const loadFonts = once(async () => {
  const [regular, bold] = await Promise.all([
    readFile(fontFile('OpenSans-Regular.ttf')),
    readFile(fontFile('OpenSans-Bold.ttf')),
  ]);
  return { regular, bold };
});

/** A text of a block. */
interface BlockText {
  readonly text: string;
  readonly style: Style;
  readonly lines?: number;
  /** Distance from the left edge of the block, and from the end of the text above. */
  readonly indent?: number;
  readonly drop?: number;
  /** Default: the rest of the block. */
  readonly width?: number;
  /** Space that it takes; default: that of its lines, and the gap below them. */
  readonly height?: number;
  readonly gap?: number;
}

/** Texts below each other. */
interface Block {
  readonly x: number;
  readonly width: number;
  readonly align?: 'left' | 'right';
  readonly texts: readonly BlockText[];
}

const heightOfText = (
  paper: Paper,
  { text, style, lines = 1, indent = 0, height, gap = 0 }: BlockText,
  width: number,
) => height ?? heightOf(paper, text, style, { width: width - indent, lines }) + gap;

/** Blocks side by side are as high as the highest of them. */
const heightOfBlocks = (paper: Paper, blocks: readonly Block[], padding = 0): number =>
  Math.max(
    ...blocks.map(({ texts, width }) => texts.reduce((sum, text) => sum + heightOfText(paper, text, width), 0)),
  ) +
  2 * padding;

const writeBlocks = (paper: Paper, blocks: readonly Block[], height: number, padding = 0): void => {
  const { y } = paper;
  for (const { x, width, align = 'left', texts } of blocks) {
    let top = y + padding;
    for (const [index, one] of texts.entries()) {
      const { text, style, lines = 1, indent = 0, drop = 0 } = one;
      write(paper, text, style, {
        x: x + indent,
        y: top + drop,
        width: one.width ?? width - indent,
        align,
        lines,
      });
      if (index < texts.length - 1) top += heightOfText(paper, one, width);
    }
  }
  paper.y = y + height;
};

/** Columns of equal width. */
const toColumns = <T>(items: readonly T[], gap: number) => {
  const width = (INNER_WIDTH - gap * (items.length - 1)) / items.length;
  return items.map((item, index) => ({ item, x: PAGE.left + index * (width + gap), width }));
};

/** Columns by their shares of the width. */
const toSlots = <T extends { readonly share?: number }>(items: readonly T[]) => {
  const shares = items.reduce((sum, { share = 1 }) => sum + share, 0);
  let x: number = PAGE.left;
  return items.map((item) => {
    const width = (INNER_WIDTH * (item.share ?? 1)) / shares;
    const slot = { item, x, width };
    x += width;
    return slot;
  });
};

const FIELD_GAP = 20;
const LABEL_WIDTH = 72;

/** Draws labels and values, with groups side by side. */
const drawFields = (paper: Paper, { groups }: Extract<Section, { kind: 'fields' }>): void => {
  const textsOf = ({ title, fields }: FieldGroup): readonly BlockText[] => [
    ...(title === undefined ? [] : [{ text: title, style: STYLES.strong, height: 15 }]),
    ...fields.flatMap(([label, value]) => [
      { text: label, style: STYLES.label, drop: 1, width: LABEL_WIDTH - 6, height: 0 },
      { text: value, style: STYLES.body, indent: LABEL_WIDTH, lines: 3, gap: 3 },
    ]),
  ];
  const blocks = toColumns(groups, FIELD_GAP).map(({ item, ...place }) => ({ ...place, texts: textsOf(item) }));
  const height = heightOfBlocks(paper, blocks);
  ensureRoom(paper, height);
  writeBlocks(paper, blocks, height);
};

const CELL_PADDING = 4;
const HEAD_HEIGHT = 18;

/** Draws a table across pages: rows are never split, and every page repeats the column headers. */
function* drawTable(
  paper: Paper,
  { columns, rows, empty = '', totals = [] }: Extract<Section, { kind: 'table' }>,
): Steps<void> {
  const slots = toSlots<Column>(columns).map(({ item: { title, align }, x, width }) => ({
    title,
    x: x + CELL_PADDING,
    width: width - 2 * CELL_PADDING,
    ...(align && { align }),
  }));
  const toBlocks = (row: readonly Cell[], style: Style): readonly Block[] =>
    slots.map(({ title: _title, ...place }, index) => ({
      ...place,
      texts: textsOf(paper, row[index] ?? '', style, place.width),
    }));
  const drawHead = (): void => {
    paper.rect(PAGE.left, paper.y, INNER_WIDTH, HEAD_HEIGHT).fill(COLOURS.shade);
    const heads = slots.map(({ title, ...place }) => ({
      ...place,
      texts: [{ text: title, style: STYLES.head, height: 0 }],
    }));
    writeBlocks(paper, heads, HEAD_HEIGHT, CELL_PADDING);
  };
  const drawRow = (row: readonly Cell[], style: Style): void => {
    const blocks = toBlocks(row, style);
    const height = heightOfBlocks(paper, blocks, CELL_PADDING);
    if (ensureRoom(paper, height)) drawHead();
    writeBlocks(paper, blocks, height, CELL_PADDING);
    rule(paper, paper.y);
  };
  const [first] = rows;
  const firstHeight = first === undefined ? 20 : heightOfBlocks(paper, toBlocks(first, STYLES.cell), CELL_PADDING);
  ensureRoom(paper, HEAD_HEIGHT + firstHeight);
  drawHead();
  if (first === undefined) {
    const texts = [{ text: empty, style: { ...STYLES.cell, colour: COLOURS.muted } }];
    writeBlocks(paper, [{ x: PAGE.left + CELL_PADDING, width: INNER_WIDTH, texts }], 20, CELL_PADDING);
    rule(paper, paper.y);
  }
  for (const row of rows) {
    drawRow(row, STYLES.cell);
    yield;
  }
  for (const total of totals) drawRow(total, STYLES.cellStrong);
}

const textsOf = (paper: Paper, cell: Cell, style: Style, width: number): readonly BlockText[] => {
  if (typeof cell === 'string') return [{ text: cell, style, lines: 3 }];
  const text = shortenMiddle(paper, cell.file, style, width);
  return [{ text, style }, ...(cell.note === undefined ? [] : [{ text: cell.note, style: STYLES.note }])];
};

const INDENT = 10;

/** Draws sentences one below the other. */
function* drawNotes(paper: Paper, { notes }: Extract<Section, { kind: 'notes' }>): Steps<void> {
  for (const note of notes) {
    const texts = [
      { text: '•', style: STYLES.body, width: INDENT, height: 0 },
      { text: note, style: STYLES.body, indent: INDENT, lines: 6 },
    ];
    const blocks = [{ x: PAGE.left, width: INNER_WIDTH, texts }];
    const height = heightOfBlocks(paper, blocks);
    ensureRoom(paper, height);
    writeBlocks(paper, blocks, height + 3);
    yield;
  }
}

const BOX_PADDING = 5;
const MIN_HEIGHT = 34;

/** Draws the boxes of a form row by row; a row is as high as its tallest box. */
const drawBoxes = (paper: Paper, { rows }: Extract<Section, { kind: 'boxes' }>): void => {
  for (const row of rows) {
    const blocks = toSlots(row).map(({ item: { title, lines }, x, width }) => ({
      x: x + BOX_PADDING,
      width: width - 2 * BOX_PADDING,
      texts: [
        { text: title, style: STYLES.label, drop: -1, height: 11 },
        ...lines.map((text) => ({ text, style: STYLES.body, lines: 2 })),
      ],
    }));
    const height = Math.max(MIN_HEIGHT, heightOfBlocks(paper, blocks, BOX_PADDING));
    ensureRoom(paper, height);
    for (const { x, width } of blocks)
      paper
        .rect(x - BOX_PADDING, paper.y, width + 2 * BOX_PADDING, height)
        .lineWidth(0.6)
        .stroke(COLOURS.muted);
    writeBlocks(paper, blocks, height, BOX_PADDING);
  }
};

const SIGNATURE_HEIGHT = 84;
const SIGNATURE_GAP = 16;

/** Draws signature fields side by side: signed ones with a pen stroke, the others empty. */
const drawSignatures = (paper: Paper, { places }: Extract<Section, { kind: 'signatures' }>): void => {
  ensureRoom(paper, SIGNATURE_HEIGHT);
  const { y } = paper;
  const columns = toColumns(places, SIGNATURE_GAP);
  for (const { item, x, width } of columns) {
    if (item.signed !== '') drawStroke(paper, item.name, x + 8, y + 40, Math.min(width - 16, 110));
    paper
      .moveTo(x, y + 54)
      .lineTo(x + width, y + 54)
      .lineWidth(0.6)
      .stroke(COLOURS.muted);
  }
  const blocks = columns.map(({ item: { role, name, signed }, ...place }) => ({
    ...place,
    texts: [
      { text: role, style: STYLES.strong, height: 58 },
      { text: name, style: STYLES.body, height: 12 },
      { text: signed === '' ? 'Place, date, signature' : signed, style: STYLES.label, height: 0 },
    ],
  }));
  writeBlocks(paper, blocks, SIGNATURE_HEIGHT);
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
