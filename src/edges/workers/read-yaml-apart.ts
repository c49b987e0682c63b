import path from 'node:path';
import { FileError, wholeFileError } from '../../kernel/user-errors.ts';
import { after } from '../system/time.ts';
import { type ReadYaml, readYamlHere } from '../files/located-file.ts';
import { TooMuchError, createWorkerPool } from './worker-pool.ts';
import type { YamlResult, YamlWork } from './yaml-worker.ts';

/** A shorter text is read at once: even when each of its characters is a fault, it takes a few milliseconds. */
const SHORT = 1024;

/** Milliseconds. The longest file that is valid takes a tenth of it. */
const TIME = 2000;

/** Megabytes. The longest file that is valid takes half of it. */
const MEMORY = 64;

/** One worker leaves a core to the event loop. */
const LIMITS = { size: 1, memory: MEMORY, time: TIME, idle: 10_000 };

/** Beside this module, as a source or as what is made of it. */
const WORKER = path.join(import.meta.dirname, `yaml-worker${path.extname(import.meta.filename)}`);

/** Of all servers of this process. */
const pool = createWorkerPool<YamlWork, YamlResult>({ ...LIMITS, file: WORKER, after });

/**
 * Reads files that strangers send in workers: the parser takes half a second and 60 MB for a text of 30 kB of which each character
 * is a fault, and seconds for anchors, comments and blank lines.
 */
export const readYamlApart: ReadYaml = async (text, file) => {
  if (text.length <= SHORT) return readYamlHere(text, file);
  const result = await run({ text, file });
  return {
    value: 'value' in result ? result.value : null,
    // Read once more, as only files with faults are.
    placesOf: async (targets) => {
      const located = await run({ text, file, targets });
      return 'places' in located ? located.places : [];
    },
  };
};

const run = async (work: YamlWork): Promise<YamlResult> => {
  const { file } = work;
  try {
    const result = await pool.run(work);
    if ('faults' in result) throw new FileError(result.faults);
    return result;
  } catch (error) {
    if (!(error instanceof TooMuchError)) throw error;
    throw wholeFileError(file, `reading the file takes too much ${error.of}: split it, or leave something out`);
  }
};
