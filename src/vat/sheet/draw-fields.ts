import { INNER_WIDTH, PAGE, type Paper, STYLES, ensureRoom, heightOf, write } from './paper.ts';
import type { FieldGroup, Section } from './sheet.ts';

const GAP = 20;
const LABEL_WIDTH = 72;
const LINES = 3;
const SPACE = 3;

/** Draws labels and values, with groups side by side. */
export const drawFields = (paper: Paper, { groups }: Extract<Section, { kind: 'fields' }>): void => {
  const width = (INNER_WIDTH - GAP * (groups.length - 1)) / groups.length;
  const heights = groups.map((group) => heightOfGroup(paper, group, width));
  const height = Math.max(...heights);
  ensureRoom(paper, height);
  const { y } = paper;
  for (const [index, group] of groups.entries()) drawGroup(paper, group, PAGE.left + index * (width + GAP), y, width);
  paper.y = y + height;
};

const TITLE_HEIGHT = 15;

const heightOfField = (paper: Paper, value: string, width: number): number =>
  heightOf(paper, value, STYLES.body, { width: width - LABEL_WIDTH, lines: LINES }) + SPACE;

const heightOfGroup = (paper: Paper, { title, fields }: FieldGroup, width: number): number =>
  fields.reduce((sum, [, value]) => sum + heightOfField(paper, value, width), title === undefined ? 0 : TITLE_HEIGHT);

const drawGroup = (paper: Paper, { title, fields }: FieldGroup, x: number, top: number, width: number): void => {
  let y = top;
  if (title !== undefined) {
    write(paper, title, STYLES.strong, { x, y, width });
    y += TITLE_HEIGHT;
  }
  for (const [label, value] of fields) {
    write(paper, label, STYLES.label, { x, y: y + 1, width: LABEL_WIDTH - 6 });
    write(paper, value, STYLES.body, { x: x + LABEL_WIDTH, y, width: width - LABEL_WIDTH, lines: LINES });
    y += heightOfField(paper, value, width);
  }
};
