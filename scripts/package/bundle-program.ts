import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, type Plugin, build } from 'esbuild';
import { packageFile } from '../../src/edges/files/package-files.ts';
import { installFolder } from '../install-folder.js';
import { stampOfSources } from '../../src/edges/files/prepared-files.ts';

const SOURCES = packageFile('src') + path.sep;

/** Beside whatever starts them. */
const WORKERS = { 'yaml-worker': 'src/edges/workers/yaml-worker.ts' };

/**
 * What reads the command line ends up in one bundle, as everything imports the whole of it. Otherwise each set of
 * commands that share a part of it would be given a bundle for that part, and `--help` would load a dozen.
 */
const IMPORT_FRONT = `import ${JSON.stringify(`${SOURCES}commands/run-command.ts`)};`;

/**
 * A file that ends up in a bundle still believes itself in its place below src/, from where it finds the files of the
 * package. All bundles lie directly in dist/, as deep below the package as src/ itself. Of JavaScript, what runs before the check of
 * Node's version is over, only the text counts: it must not import the rest.
 */
const prepareSource = (front: string): Plugin => ({
  name: 'prepare-source',
  setup: (bundler) => {
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      if (!file.startsWith(SOURCES)) return undefined;
      const text = await readFile(file, 'utf8');
      const place = `../${path.relative(packageFile(), file).split(path.sep).join('/')}`;
      const placed = text.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
      return { contents: `${front}${placed}`, loader: 'ts' };
    });
  },
});

/** The other form, in which it hides what it requires, cannot be bundled. */
const ALIAS: Readonly<Record<string, string>> = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' };

const NAMED = 'named-exports';

/**
 * A CommonJS package that is loaded with `await import()` becomes a file of its own, which exports the package as its
 * default alone: `const { Client } = await import('undici')` would find nothing. It gets the names that Node finds in it.
 */
const nameExports: Plugin = {
  name: NAMED,
  setup: (bundler) => {
    bundler.onResolve({ filter: /^[^./]/ }, async ({ path: name, kind, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || name.endsWith('.json') || name in ALIAS || pluginData === NAMED)
        return undefined;
      const found = await bundler.resolve(name, { kind, resolveDir, pluginData: NAMED });
      return found.external || found.errors.length > 0 || !(await isCommonJs(found.path))
        ? found
        : { path: name, namespace: NAMED, pluginData: { resolveDir } };
    });
    bundler.onLoad({ filter: /.*/, namespace: NAMED }, async ({ path: name, pluginData }) => {
      const names = Object.keys((await import(name)) as object).filter((each) => /^[A-Za-z_$][\w$]*$/.test(each));
      const own = names.filter((each) => !['default', 'module.exports', '__esModule'].includes(each));
      return {
        contents: [
          `import * as all from ${JSON.stringify(name)};`,
          ...(names.includes('default') ? ['export default all.default;'] : []),
          ...own.map((each) => `const own_${each} = all[${JSON.stringify(each)}];`),
          `export { ${own.map((each) => `own_${each} as ${each}`).join(', ')} };`,
        ].join('\n'),
        resolveDir: (pluginData as { readonly resolveDir: string }).resolveDir,
      };
    });
  },
};

/** Told by its text: some packages mark their ES modules neither by the ending nor in their package.json. */
const isCommonJs = async (file: string): Promise<boolean> =>
  !/^(?:import|export)\b/m.test(await readFile(file, 'utf8'));

/** For the CommonJS among what is bundled: such packages ask for modules of Node with `require`. */
const REQUIRE = [
  `import { createRequire as createRequireOfBundle } from 'node:module';`,
  'const require = createRequireOfBundle(import.meta.url);',
].join('\n');

/**
 * Bundles the command line and the module that others import. They share their parts, and what is imported by
 * `await import()` stays a file of its own, which is loaded when it is needed.
 *
 * @returns the files that went into it, from the package's root
 */
export const bundleProgram = (out: string): Promise<readonly string[]> =>
  bundle(IMPORT_FRONT, {
    entryPoints: { cli: 'src/cli.js', index: 'src/index.ts', ...WORKERS },
    outdir: out,
    splitting: true,
  });

/**
 * Bundles what `vatmock mcp` loads, whose packages are installed apart.
 *
 * @returns the files that went into it, from the package's root
 * @throws if they cannot be installed
 */
export const bundleMcp = (out: string): Promise<readonly string[]> => {
  if (!installFolder('mcp', { what: 'the Model Context Protocol (30 MB)' })) throw new Error('npm cannot install mcp/');
  return bundle('', { entryPoints: { mcp: 'mcp/serve.ts' }, outdir: out });
};

/** Short enough for the position in a stack trace to tell where it is. */
const LONGEST_LINE = 200;

const bundle = async (front: string, options: BuildOptions): Promise<readonly string[]> => {
  const { metafile } = await build({
    ...options,
    absWorkingDir: packageFile(),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    // Names stay, for stack traces.
    minifyWhitespace: true,
    lineLimit: LONGEST_LINE,
    alias: ALIAS,
    banner: { js: REQUIRE },
    define: { 'globalThis.VATMOCK_STAMP': JSON.stringify(await stampOfSources()) },
    plugins: [prepareSource(front), nameExports],
    metafile: true,
    logLevel: 'warning',
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return [...new Set(inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file))];
};
