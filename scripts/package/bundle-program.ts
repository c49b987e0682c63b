import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Plugin, build } from 'esbuild';
import { packageFile } from '../../src/edges/files/package-files.ts';
import { stampOfSources } from '../../src/edges/files/program-stamp.ts';

const SOURCES = packageFile('src') + path.sep;

/**
 * A file that ends up in a bundle still believes itself in its place below src/, from where it finds the files of the
 * package. All bundles lie directly in dist/, as deep below the package as src/ itself.
 */
const keepPlaces: Plugin = {
  name: 'keep-places',
  setup: (bundler) => {
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      if (!file.startsWith(SOURCES)) return undefined;
      const text = await readFile(file, 'utf8');
      const place = `../${path.relative(packageFile(), file).split(path.sep).join('/')}`;
      const contents = text.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
      return { contents, loader: 'ts' };
    });
  },
};

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
export const bundleProgram = async (out: string): Promise<readonly string[]> => {
  const { metafile } = await build({
    absWorkingDir: packageFile(),
    entryPoints: { cli: 'src/cli.ts', index: 'src/index.ts' },
    outdir: out,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    // The other form, in which it hides what it requires, cannot be bundled.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    banner: { js: REQUIRE },
    define: { 'globalThis.VATMOCK_STAMP': JSON.stringify(await stampOfSources()) },
    plugins: [keepPlaces],
    metafile: true,
    logLevel: 'warning',
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return [...new Set(inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file))];
};
