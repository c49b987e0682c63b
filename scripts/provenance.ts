// Makes what a release publishes, in `--out FOLDER`: the package, the folder that the image carries, and where they come from, as
// an in-toto statement of SLSA provenance. Nothing in it depends on time or machine: the same commit gives the same bytes.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { packageFile, packageJson, packageVersion } from '../src/edges/files/package-files.ts';

const stop = (why: string): never => {
  console.error(why);
  process.exit(1);
};

const { values, positionals } = parseArgs({ options: { out: { type: 'string' } }, strict: false });
const { out: folder, ...others } = values;
if (typeof folder !== 'string' || folder === '' || Object.keys(others).length > 0 || positionals.length > 0)
  stop('Name the folder to fill, and nothing else: npm run provenance -- --out /tmp/release');
const out = path.resolve(String(folder));
const image = path.join(out, 'image');

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd: packageFile(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

// What npm packs, listed here or not, and the image carries: also files that git ignores. The build empties dist/ itself.
const { files } = packageJson('package.json') as { readonly files: readonly string[] };
const packed = [
  ...files.filter((name) => name !== 'dist' && !name.startsWith('!')),
  'readme*',
  'licen[cs]e*',
  'copying*',
];
const changed = [
  run('git', 'status', '--porcelain', '--untracked-files=all'),
  run('git', '--icase-pathspecs', 'ls-files', '--others', '--', ...packed),
]
  .join('\n')
  .trim();
if (changed !== '') stop(`Commit or remove these first, since no commit has them:\n${changed}`);

await mkdir(out, { recursive: true });
run('npm', 'pack', '--pack-destination', out);
run(process.execPath, 'scripts/build-image.ts', '--out', image);

const sha256 = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');
const sha256Of = async (file: string): Promise<string> => sha256(await readFile(file));

/** As in-toto defines `dirHash`: `find . -type f | cut -c3- | LC_ALL=C sort | xargs sha256sum | sha256sum`. */
const dirHashOf = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const names = files.map((file) => path.relative(folder, file).replaceAll(path.sep, '/'));
  const lines: string[] = [];
  for (const name of names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
    lines.push(`${await sha256Of(path.join(folder, name))}  ${name}\n`);
  return sha256(lines.join(''));
};

const commit = run('git', 'rev-parse', 'HEAD');
const tarball = `vatmock-${packageVersion()}.tgz`;
const statement = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [
    { name: tarball, digest: { sha256: await sha256Of(path.join(out, tarball)) } },
    { name: 'image', digest: { dirHash: await dirHashOf(image) } },
  ],
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'urn:vatmock:build:v1',
      externalParameters: { commands: ['npm ci', 'npm run provenance -- --out FOLDER'] },
      // Both write compressed files, each version in its own way.
      internalParameters: { node: process.version, npm: run('npm', '--version') },
      resolvedDependencies: [
        { name: 'source', digest: { gitCommit: commit } },
        { name: 'package-lock.json', digest: { sha256: await sha256Of(packageFile('package-lock.json')) } },
      ],
    },
    // Nobody vouches for it: who wants to know makes it again.
    runDetails: { builder: { id: 'urn:vatmock:builder:any-machine' } },
  },
};
await writeFile(path.join(out, 'provenance.json'), `${JSON.stringify(statement, undefined, 2)}\n`);
console.log(`${out} has ${tarball}, the folder image, and provenance.json, made from commit ${commit}.`);
