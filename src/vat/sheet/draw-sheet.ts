import { readFile } from 'node:fs/promises';
import PDFDocument from 'pdfkit';
import { once } from '../../kernel/caches.ts';
import { type RunInSlices, type Steps, atOnce } from '../../kernel/time-slices.ts';
import { drawBoxes, drawFields, drawNotes, drawSignatures, drawTable } from './draw-sections.ts';
import { COLOURS, INNER_WIDTH, PAGE, type Paper, STYLES, ensureRoom, heightOf, rule, write } from './paper.ts';
import type { Banner, Section, Sheet, Tone } from './sheet.ts';

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

const TONES: Readonly<Record<Tone, { readonly background: string; readonly accent: string }>> = {
  good: { background: '#e5f5ea', accent: '#1c7a3f' },
  caution: { background: '#fff4dc', accent: '#a85b00' },
  bad: { background: '#fdeaea', accent: '#b3261e' },
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
    const number = `Page ${String(page - start + 1)} of ${String(count)}`;
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
