/** The pages for readers: their links lead somewhere, and every page can be found from the README. */
import { access, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';

const ROOT = path.join(import.meta.dirname, '../..');
const GUIDES = ['README.md', 'CONTRIBUTING.md', 'bench/README.md'];
const PAGES = [
  ...GUIDES,
  ...(await readdir(path.join(ROOT, 'docs'))).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
];

/** What is shown as code holds no links and no headings. */
const withoutCode = (text: string): string => text.replaceAll(/^ *```[^]*?^ *```$/gm, '');

const prose = new Map(
  await Promise.all(
    PAGES.map(async (page) => [page, withoutCode(await readFile(path.join(ROOT, page), 'utf8'))] as const),
  ),
);

/** The name that GitHub gives a heading. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => toAnchor(heading!));

interface Link {
  readonly target: string;
  /** The file or folder, from the root. */
  readonly file: string;
  readonly anchor: string | undefined;
}

const linksOf = (page: string): Link[] =>
  [...(prose.get(page) ?? '').matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, target]) => {
    const [file, anchor] = target!.split('#');
    return { target: target!, file: file === '' ? page : path.posix.join(path.posix.dirname(page), file!), anchor };
  });

const exists = (file: string): Promise<boolean> =>
  access(path.join(ROOT, file)).then(
    () => true,
    () => false,
  );

describe.each(PAGES)('%s', (page) => {
  test('has no link that leads nowhere', async () => {
    const broken = await Promise.all(
      linksOf(page).map(async ({ target, file, anchor }) => {
        if (!(await exists(file))) return [target];
        const text = prose.get(file);
        return anchor !== undefined && text !== undefined && !anchorsOf(text).includes(anchor) ? [target] : [];
      }),
    );
    expect(broken.flat()).toEqual([]);
  });
});

test('the README leads to every page, at once or by one of the other guides', () => {
  const found = new Set(GUIDES.flatMap((guide) => linksOf(guide).map(({ file }) => file)));
  expect(PAGES.filter((page) => page !== 'README.md' && !found.has(page))).toEqual([]);
});
