import { readFileSync } from 'node:fs';

/** Clock ticks per second of /proc; 100 on every Linux that Node runs on. */
const TICKS = 100;

const read = (pid: number, file: string): string | undefined => {
  try {
    return readFileSync(`/proc/${String(pid)}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
};

/** CPU seconds of a process with all its threads, in the kernel too; undefined where the machine does not tell. */
export const cpuSeconds = (pid: number): number | undefined => {
  // The name of the program stands in brackets and may hold blanks.
  const fields = read(pid, 'stat')?.split(') ').at(-1)?.split(' ');
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) / TICKS;
};

/** Memory of a process, in megabytes of a million bytes: the most that it ever had (VmHWM), or what it has (VmRSS). */
export const megabytes = (pid: number, which: 'VmHWM' | 'VmRSS'): number | undefined => {
  const kibibytes = new RegExp(`^${which}:\\s*(\\d+) kB$`, 'm').exec(read(pid, 'status') ?? '')?.[1];
  return kibibytes === undefined ? undefined : (Number(kibibytes) * 1024) / 1e6;
};
