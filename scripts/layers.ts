// Holds every import of src to the layers of scripts/layers/layers.ts; the exit code says whether one leads upwards.
import path from 'node:path';
import { checkLayers } from './layers/check-layers.ts';

const found = checkLayers(path.join(import.meta.dirname, '..'));
for (const violation of found) process.stderr.write(`${violation}\n`);
if (found.length > 0) process.exitCode = 1;
