import { FLOORS } from '../floors/floors.ts';

const BEGIN = '<!-- floors: made by "npm run generate" from scripts/floors/floors.ts -->';
const END = '<!-- end of floors -->';

const WIDTH = 160;

const topOf = (room: string): string => room.split('/')[0] ?? '';

/** What a folder of `src` has on each level, the highest first. */
const levelsOf = (top: string): readonly string[] =>
  FLOORS.toReversed().flatMap(({ rooms }) => {
    const own = rooms.filter((room) => topOf(room) === top).map((room) => room.slice(top.length + 1));
    return own.length === 0 ? [] : [own.join(' ')];
  });

const wrap = (text: string, width: number): readonly string[] => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (longer.length <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
};

/** The folders of `src`, the highest first, with their parts; those without parts share lines. */
const folders = (): readonly { readonly name: string; readonly parts: string }[] => {
  const tops = [...new Set(FLOORS.toReversed().flatMap(({ rooms }) => rooms.map(topOf)))];
  return tops.reduce<readonly { readonly name: string; readonly parts: string }[]>((before, name) => {
    const parts = levelsOf(name).join(' > ');
    const last = before.at(-1);
    return parts === '' && last?.parts === ''
      ? [...before.slice(0, -1), { name: `${last.name} > ${name}`, parts }]
      : [...before, { name, parts }];
  }, []);
};

/** The floors as a drawing. */
const draw = (): string => {
  const indent = 2 + Math.max(...folders().map(({ name, parts }) => (parts === '' ? 0 : name.length)));
  const lines = folders().flatMap(({ name, parts }) =>
    wrap(parts, WIDTH - indent).map((text, index) => `${(index === 0 ? name : '').padEnd(indent)}${text}`.trimEnd()),
  );
  return ['```', ...lines, '```'].join('\n');
};

/** CONTRIBUTING.md with the drawing in its place. */
export const withFloors = (page: string): string => {
  const [before, rest] = page.split(BEGIN);
  const [, after] = (rest ?? '').split(END);
  if (after === undefined) throw new Error(`CONTRIBUTING.md lacks the lines ${BEGIN} and ${END}`);
  return `${before ?? ''}${BEGIN}\n\n${draw()}\n\n${END}${after}`;
};
