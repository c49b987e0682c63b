// Writes the bill of materials of the container image (CycloneDX), and its licences, into dist/ or `--out FOLDER`. The image
// carries both already: this is for those who want to look at them alone. The package on npm has its own, of its parts.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { packageFile } from '../src/edges/files/package-files.ts';
import { bundleAll, describeBundled } from './package/build-dist.ts';
import { bundleOneFile } from './package/bundle-program.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: packageFile('dist') } } });

const bundled = await mkdtemp(path.join(tmpdir(), 'vatmock-sbom-'));
try {
  const files = await bundleAll(bundled, bundleOneFile);
  await mkdir(values.out, { recursive: true });
  await describeBundled(files, values.out);
} finally {
  await rm(bundled, { recursive: true, force: true });
}
