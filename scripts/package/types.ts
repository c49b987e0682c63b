import { spawnSync } from 'node:child_process';
import { packageFile } from '../../src/edges/files/package-files.ts';

const GENERATOR = packageFile('node_modules', 'dts-bundle-generator', 'dist', 'bin', 'dts-bundle-generator.js');

/**
 * The public types in one file that imports nothing: what a type of ours takes from a bundled package would be missing
 * where ours is installed. The sources are type-checked on the way.
 */
export const writeTypes = (file: string): void => {
  const options = ['--project', packageFile('tsconfig.build.json'), '--out-file', file, '--no-banner', '--silent'];
  // The result is checked by judges/package.test.ts, as strictly as a user may.
  options.push('--no-check', '--export-referenced-types=false');
  const { status } = spawnSync(process.execPath, [GENERATOR, ...options, packageFile('src', 'index.ts')], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
};
