import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package's root: `src/edges/files/` and `dist/edges/files/` lie equally deep below it. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export const packageFile = (...segments: readonly string[]): string => path.join(ROOT, ...segments);

export const packageVersion = (): string =>
  (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version;
