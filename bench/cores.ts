import { spawnSync } from 'node:child_process';
import os from 'node:os';

/** The server under load has the first core for itself, the load comes from the second. */
const SERVER_CORE = '0';
const LOAD_CORE = '1';

export const canPin = os.availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/** The same command, on the core of the servers. */
export const onServerCore = (command: readonly string[]): readonly string[] =>
  canPin ? ['taskset', '-c', SERVER_CORE, ...command] : command;

/** This process with all its threads leaves the core of the servers. */
export const moveToLoadCore = (): void => {
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', LOAD_CORE, String(process.pid)]);
};
