import os from 'node:os';
import { canPin } from './cores.ts';
import { javaVersion } from './peers/installation.ts';

/** What a figure depends on; nothing that says whose machine it is. */
export interface Machine {
  readonly words: string;
  readonly isPinned: boolean;
}

export const describeMachine = (): Machine => {
  const gigabytes = Math.round(os.totalmem() / 1e9);
  const java = javaVersion === undefined ? [] : [`Java ${javaVersion}`];
  const parts = [
    `${String(os.availableParallelism())} cores`,
    `${String(gigabytes)} GB`,
    `${os.platform()} ${os.arch()}`,
    `Node ${process.versions.node}`,
    ...java,
  ];
  return { words: parts.join(', '), isPinned: canPin };
};
