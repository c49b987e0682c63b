/** What `npm install vatmock` brings along: the pages of the README too, and nothing that is large. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';

const ROOT = path.join(import.meta.dirname, '../..');

interface Packed {
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'], {
  cwd: ROOT,
});
const [{ files }] = JSON.parse(stdout) as [Packed];
const packed = files.map((file) => file.path);

/** A folder is there when something in it is. */
const isPacked = (target: string): boolean =>
  packed.includes(target) || packed.some((file) => file.startsWith(`${target}/`));

const linksOf = async (page: string): Promise<string[]> => {
  const text = (await readFile(path.join(ROOT, page), 'utf8')).replaceAll(/^ *```[^]*?^ *```$/gm, '');
  return [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, target]) =>
    path.posix.join(path.posix.dirname(page), target!),
  );
};

const DOCS = (await readdir(path.join(ROOT, 'docs'))).filter((name) => name.endsWith('.md'));

/** What Node is told, wherever it is us who start the server. */
test('npm start and the benchmark give Node the same room for young objects', async () => {
  const files = ['package.json', 'bench/peers/vatmock.ts'];
  const texts = await Promise.all(files.map((file) => readFile(path.join(ROOT, file), 'utf8')));
  expect(texts.map((text) => /--max-semi-space-size=\d+/.exec(text)?.[0])).toEqual(
    files.map(() => '--max-semi-space-size=16'),
  );
});

test('what the Dockerfile copies is there, and .dockerignore lets it through', async () => {
  const [dockerfile, ignored] = await Promise.all(
    ['Dockerfile', '.dockerignore'].map((file) => readFile(path.join(ROOT, file), 'utf8')),
  );
  const copied = [...dockerfile!.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names]) => names!.split(' '));
  const allowed = [...ignored!.matchAll(/^!(.+)$/gm)].map(([, name]) => name);
  expect(copied).toContain('src');
  const atTheTop = new Set(copied.map((name) => name.split('/')[0]));
  expect([...atTheTop].toSorted()).toEqual(allowed.toSorted());
  expect(copied.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
  // Builders before Docker 25 and buildah 1.33 refuse it.
  expect(dockerfile).not.toMatch(/^HEALTHCHECK.*--start-interval/m);
});

test('the Dockerfile needs no emulator, and its label says the version of the package', async () => {
  const [first = '', last = ''] = (await readFile(path.join(ROOT, 'Dockerfile'), 'utf8')).split(/^(?=FROM )/m).slice(1);
  expect(first).toMatch(/^FROM --platform=\$BUILDPLATFORM /);
  expect(last).not.toMatch(/^RUN /m);
  const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
  expect(last).toContain(`\nARG VERSION=${version}\n`);
  expect(last).toContain('org.opencontainers.image.version="$VERSION"');
});

test('npm warns of no package that needs a newer Node: `npm install` removes what it would compare', async () => {
  const lock = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { engines?: object }>>;
  };
  const named = Object.entries(lock.packages).filter(([place, { engines }]) => place !== '' && engines !== undefined);
  expect(named).toEqual([]);
});

describe('the package', () => {
  test('holds all that the README links to', async () => {
    const links = await linksOf('README.md');
    expect(links).toContain('docs/control-api.md');
    expect(links.filter((target) => !isPacked(target))).toEqual([]);
  });

  test.each(DOCS)('holds docs/%s, and what it links to but for tests and sources', async (name) => {
    const links = await linksOf(`docs/${name}`);
    expect(isPacked(`docs/${name}`)).toBe(true);
    expect(
      links.filter((target) => !/^(?:test|judges|src|charts|clients|docs\/images)\//.test(target) && !isPacked(target)),
    ).toEqual([]);
  });

  test('holds neither tests nor sources nor anything that was installed', () => {
    const transcripts = /^test\/transcripts\/[\w-]+\.txt$/;
    expect(
      packed.filter((file) => /^(?:src|scripts|test)\/|node_modules|\.test\.ts$/.test(file) && !transcripts.test(file)),
    ).toEqual([]);
  });

  test('has no script that npm would run, and warn of, where it is installed', async () => {
    const { scripts } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    expect(Object.keys(scripts)).toContain('prepack');
    expect(Object.keys(scripts).filter((name) => /install$|prepare$|^prepublish$/.test(name))).toEqual([]);
  });

  test('stays small: the pages take less than a megabyte', () => {
    const pages = files.filter((file) => file.path.startsWith('docs/'));
    expect(pages.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(1_000_000);
  });
});
