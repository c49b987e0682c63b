import { COLOURS, INNER_WIDTH, PAGE, type Paper, STYLES, ensureRoom, write } from './paper.ts';
import type { Section, SignaturePlace } from './sheet.ts';

const HEIGHT = 84;
const GAP = 16;

/** Draws signature fields side by side: signed ones with a pen stroke, the others empty. */
export const drawSignatures = (paper: Paper, { places }: Extract<Section, { kind: 'signatures' }>): void => {
  ensureRoom(paper, HEIGHT);
  const { y } = paper;
  const width = (INNER_WIDTH - GAP * (places.length - 1)) / places.length;
  for (const [index, place] of places.entries()) drawPlace(paper, place, PAGE.left + index * (width + GAP), y, width);
  paper.y = y + HEIGHT;
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
