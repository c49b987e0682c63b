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

/** Milliseconds in a tick of the kernel's clock, as programs see it. */
const TICK = 10;

/** CPU time of a process in milliseconds; undefined where the machine does not tell. */
export const readCpuTime = (pid: number): number | undefined => {
  try {
    // The name of the program, in parentheses, may have spaces.
    const fields =
      readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
        .split(') ')
        .at(-1)
        ?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK;
  } catch {
    return undefined;
  }
};
