// Makes the folder that the container image carries: dist/ as the package has it, and what it reads. `--out FOLDER` is replaced.
import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { packageFile } from '../src/edges/files/package-files.ts';
import { buildDist } from './package/build-dist.ts';

/** The console has its own copy of the documentation, in dist/. */
const READ_BY_THE_PROGRAM = ['package.json', 'LICENSE', 'spec', 'fixtures', 'fonts', 'scenarios', 'storyboards'];

const { values } = parseArgs({ options: { out: { type: 'string' } } });
if (values.out === undefined) throw new Error('--out is missing: the folder to make, such as --out /vatmock');
const out = path.resolve(values.out);

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
for (const name of READ_BY_THE_PROGRAM) await cp(packageFile(name), path.join(out, name), { recursive: true });
await buildDist(path.join(out, 'dist'));
