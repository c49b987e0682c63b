import { COLOURS, INNER_WIDTH, PAGE, type Paper, STYLES, ensureRoom, heightOf, write } from './paper.ts';
import type { Box, Section } from './sheet.ts';

const PADDING = 5;
const TITLE_HEIGHT = 11;
const MIN_HEIGHT = 34;
/** Maximum lines of a long entry. */
const LINES = 2;

/** Draws the boxes of a form row by row; a row is as high as its tallest box. */
export const drawBoxes = (paper: Paper, { rows }: Extract<Section, { kind: 'boxes' }>): void => {
  for (const row of rows) {
    const shares = row.reduce((sum, { share }) => sum + share, 0);
    const widthOf = ({ share }: Box): number => (INNER_WIDTH * share) / shares;
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
  heightOf(paper, line, STYLES.body, { width: width - 2 * PADDING, lines: LINES });

const heightOfBox = (paper: Paper, { lines }: Box, width: number): number =>
  lines.reduce((sum, line) => sum + heightOfLine(paper, line, width), TITLE_HEIGHT + 2 * PADDING);

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const drawBox = (paper: Paper, box: Box, { x, y, width, height }: Frame): void => {
  paper.rect(x, y, width, height).lineWidth(0.6).stroke(COLOURS.muted);
  const inside = { x: x + PADDING, width: width - 2 * PADDING };
  write(paper, box.title, STYLES.label, { ...inside, y: y + 4 });
  let top = y + PADDING + TITLE_HEIGHT;
  for (const line of box.lines) {
    write(paper, line, STYLES.body, { ...inside, y: top, lines: LINES });
    top += heightOfLine(paper, line, width);
  }
};
