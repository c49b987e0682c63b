import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { packageFile } from '../../src/edges/files/package-files.ts';
import { compressFiles } from './compress-files.ts';
import { replaceFolder } from './replace-folder.ts';
import { writeDocs } from './docs/write-docs.ts';

const CONSOLE = packageFile('console');

const COMMON: BuildOptions = {
  absWorkingDir: packageFile(),
  bundle: true,
  minify: true,
  target: 'es2022',
  metafile: true,
  logLevel: 'warning',
};

/**
 * Bundles the console (console/) for browsers: the page, and in `assets/` the scripts and the one stylesheet with its fonts, whose
 * names change with their content.
 *
 * @param out its folder, which is replaced when all is written: a server of this clone may be reading it
 * @returns the files that went into it, from the package's root
 */
export const bundleConsole = async (out: string): Promise<readonly string[]> => {
  const fresh = `${out}.${String(process.pid)}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(path.join(fresh, 'assets'), { recursive: true });
  const [scripts, style] = await Promise.all([
    bundleScripts(fresh),
    bundleStyle(fresh),
    writeDocs(path.join(fresh, 'docs')),
  ]);
  const page = await readFile(path.join(CONSOLE, 'index.html'), 'utf8');
  await writeFile(path.join(fresh, 'index.html'), toPage(page, [style, ...scripts.loadedAtOnce]));
  await compressFiles(fresh);
  await replaceFolder(fresh, out);
  return scripts.inputs;
};

const bundleScripts = async (out: string) => {
  const { metafile } = await build({
    ...COMMON,
    entryPoints: { main: 'console/main.tsx' },
    outdir: path.join(out, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    splitting: true,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfig: 'console/tsconfig.json',
    metafile: true,
  });
  const outputs = Object.entries(metafile.outputs);
  const main = outputs.find(([, { entryPoint }]) => entryPoint === 'console/main.tsx');
  if (main === undefined) throw new Error('esbuild made no script of console/main.tsx');
  const [name, { imports }] = main;
  const atOnce = [name, ...imports.filter(({ kind }) => kind === 'import-statement').map((each) => each.path)];
  const inputs = outputs.flatMap(([, output]) => Object.entries(output.inputs));
  return {
    loadedAtOnce: atOnce.map((file) => path.basename(file)),
    inputs: [...new Set(inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file))],
  };
};

const TOKENS = 'tokens.css';

/** Of all stylesheets below console/, the tokens first: the style of a screen is there before its script. */
const bundleStyle = async (out: string): Promise<string> => {
  const files = (await readdir(CONSOLE, { recursive: true })).filter((file) => file.endsWith('.css'));
  const sorted = files
    .map((file) => file.split(path.sep).join('/'))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const contents = sorted.map((file) => `@import ${JSON.stringify(`./${file}`)};`).join('\n');
  const { outputFiles } = await build({
    ...COMMON,
    stdin: { contents, loader: 'css', resolveDir: CONSOLE },
    loader: { '.ttf': 'file' },
    assetNames: '[name]-[hash]',
    outdir: path.join(out, 'assets'),
    write: false,
  });
  const fonts = outputFiles.filter(({ path: file }) => !file.endsWith('.css'));
  await Promise.all(fonts.map(({ path: file, contents: bytes }) => writeFile(file, bytes)));
  const text = outputFiles.find(({ path: file }) => file.endsWith('.css'))?.text ?? '';
  const name = `style-${createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase()}.css`;
  await writeFile(path.join(out, 'assets', name), text);
  return name;
};

const rank = (file: string): number => (file === TOKENS ? 0 : 1);

/** Where the page names what it loads; the server writes the path of the console in place of CONSOLE. */
const HEAD_END = '</head>';

const toPage = (page: string, assets: readonly string[]): string => {
  const [, main] = assets;
  const tags = assets.map((name) => {
    const address = `CONSOLE/assets/${name}`;
    if (name.endsWith('.css')) return `<link rel="stylesheet" href="${address}" />`;
    return name === main
      ? `<script type="module" src="${address}"></script>`
      : `<link rel="modulepreload" href="${address}" />`;
  });
  if (!page.includes(HEAD_END)) throw new Error(`console/index.html has no ${HEAD_END}`);
  return page.replace(HEAD_END, `${tags.map((tag) => `  ${tag}\n`).join('')}${HEAD_END}`);
};
