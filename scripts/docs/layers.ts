import { readdirSync } from 'node:fs';
import path from 'node:path';
import { LAYERS } from '../layers/layers.ts';

const BEGIN = '<!-- layers: made by "npm run generate" from scripts/layers/layers.ts -->';
const END = '<!-- end of layers -->';

const WIDTH = 160;

const SOURCE = path.join(import.meta.dirname, '..', '..', 'src');

/** The folders in a folder of `src`. */
const partsOf = (folder: string): readonly string[] =>
  folder === '*.ts'
    ? []
    : readdirSync(path.join(SOURCE, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort();

const wrap = (words: readonly string[], width: number): readonly string[] => {
  const lines = [''];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (longer.length <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
};

/** The layers as a drawing, the highest first. */
const draw = (): string => {
  const indent = 2 + Math.max(...LAYERS.map(({ name }) => name.length));
  const inner = 2 + Math.max(...LAYERS.flatMap(({ folders }) => folders.map((folder) => folder.length)));
  const lines = LAYERS.toReversed().flatMap(({ name, folders }) =>
    folders
      .toReversed()
      .flatMap((folder) =>
        wrap(partsOf(folder), WIDTH - indent - inner).map(
          (text, at) => `${(at === 0 ? folder : '').padEnd(inner)}${text}`,
        ),
      )
      .map((line, at) => `${(at === 0 ? name : '').padEnd(indent)}${line}`.trimEnd()),
  );
  return ['```', ...lines, '```'].join('\n');
};

/** CONTRIBUTING.md with the drawing in its place. */
export const withLayers = (page: string): string => {
  const [before, rest] = page.split(BEGIN);
  const [, after] = (rest ?? '').split(END);
  if (after === undefined) throw new Error(`CONTRIBUTING.md lacks the lines ${BEGIN} and ${END}`);
  return `${before ?? ''}${BEGIN}\n\n${draw()}\n\n${END}${after}`;
};
