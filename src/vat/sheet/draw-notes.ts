import type { Steps } from '../../kernel/time-slices.ts';
import { INNER_WIDTH, PAGE, type Paper, STYLES, ensureRoom, heightOf, write } from './paper.ts';
import type { Section } from './sheet.ts';

const INDENT = 10;
const LINES = 6;

/** Draws sentences one below the other. */
export function* drawNotes(paper: Paper, { notes }: Extract<Section, { kind: 'notes' }>): Steps<void> {
  const width = INNER_WIDTH - INDENT;
  for (const note of notes) {
    const height = heightOf(paper, note, STYLES.body, { width, lines: LINES });
    ensureRoom(paper, height);
    const { y } = paper;
    write(paper, '•', STYLES.body, { x: PAGE.left, y, width: INDENT });
    write(paper, note, STYLES.body, { x: PAGE.left + INDENT, y, width, lines: LINES });
    paper.y = y + height + 3;
    yield;
  }
}
