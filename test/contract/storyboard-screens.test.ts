import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

const ROOT = path.join(import.meta.dirname, '..', '..');

interface Story {
  readonly chapters: readonly { readonly steps: readonly { readonly title: string; readonly look?: string }[] }[];
}

/** The first segments of the addresses of screens; an address without any is that of Start. */
const screens = async (): Promise<readonly string[]> => {
  const text = await readFile(path.join(ROOT, 'console/frame/screens.ts'), 'utf8');
  return [...text.matchAll(/path: '([^']*)'/g)].map(([, name]) => name!);
};

test('each step of a bundled storyboard looks at a screen that the console has', async () => {
  const known = await screens();
  expect(known).toEqual(expect.arrayContaining(['start', 'orders', 'traffic', 'director']));
  const files = (await readdir(path.join(ROOT, 'storyboards'))).filter((name) => name.endsWith('.yaml'));
  const looks: (readonly [place: string, screen: string])[] = [];
  for (const file of files) {
    const { chapters } = parse(await readFile(path.join(ROOT, 'storyboards', file), 'utf8')) as Story;
    for (const { title, look } of chapters.flatMap(({ steps }) => steps))
      if (look !== undefined) looks.push([`${file}: ${title}`, look.split(/[/?#]/)[0]! || 'start']);
  }
  expect(looks.length).toBeGreaterThan(10);
  expect(looks.filter(([, screen]) => !known.includes(screen))).toEqual([]);
});
