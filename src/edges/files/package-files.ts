import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the package, relative to this file below src/; the build adapts it for a bundle. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export const packageFile = (...segments: readonly string[]): string => path.join(ROOT, ...segments);

export const packageJson = (...segments: readonly string[]): object =>
  JSON.parse(readFileSync(packageFile(...segments), 'utf8')) as object;

export const packageVersion = (): string => (packageJson('package.json') as { version: string }).version;
