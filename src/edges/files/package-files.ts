import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package's root, from this file's place below src/; the build sees to it that a bundle finds it too. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export const packageFile = (...segments: readonly string[]): string => path.join(ROOT, ...segments);

export const packageVersion = (): string =>
  (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version;
