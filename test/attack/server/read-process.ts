import { readFileSync, readdirSync } from 'node:fs';

/** Memory of a process in bytes, and the most that it ever had; undefined where the machine does not tell. */
export const readMemory = (pid: number): { readonly now: number; readonly peak: number } | undefined => {
  try {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
    const read = (name: string): number =>
      Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;
    return { now: read('VmRSS'), peak: read('VmHWM') };
  } catch {
    return undefined;
  }
};

/** How many descriptors a process has open; undefined where the machine does not tell. */
export const countDescriptors = (pid: number): number | undefined => {
  try {
    return readdirSync(`/proc/${String(pid)}/fd`).length;
  } catch {
    return undefined;
  }
};
