// Holds every import of src to the floors of scripts/floors/floors.ts; the exit code says whether one leads upwards.
import path from 'node:path';
import { checkFloors } from './floors/check-floors.ts';

const found = checkFloors(path.join(import.meta.dirname, '..'));
for (const violation of found) process.stderr.write(`${violation}\n`);
if (found.length > 0) process.exitCode = 1;
