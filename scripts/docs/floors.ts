import { FLOORS } from '../floors/floors.ts';

const BEGIN = '<!-- floors: made by "npm run generate" from scripts/floors/floors.ts -->';
const END = '<!-- end of floors -->';

/** The floors as a drawing, the highest first, with what stands on each. */
const draw = (): string => {
  const width = Math.max(...FLOORS.map(({ name }) => name.length));
  const lines = FLOORS.map(
    ({ name, rooms }, index) => `${String(index + 1).padStart(2)}  ${name.padEnd(width)}  ${rooms.join('  ')}`,
  );
  return ['```', ...lines.reverse(), '```'].join('\n');
};

/** CONTRIBUTING.md with the drawing in its place. */
export const withFloors = (page: string): string => {
  const [before, rest] = page.split(BEGIN);
  const [, after] = (rest ?? '').split(END);
  if (after === undefined) throw new Error(`CONTRIBUTING.md lacks the lines ${BEGIN} and ${END}`);
  return `${before ?? ''}${BEGIN}\n\n${draw()}\n\n${END}${after}`;
};
