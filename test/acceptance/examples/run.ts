import { spawn } from 'node:child_process';

export interface Ran {
  readonly code: number | null;
  /** Both streams, as they came. */
  readonly output: string;
}

/** A program to its end; code 127 where there is none, as a shell says it. */
export const run = (
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<Ran> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.once('error', (error) => {
      resolve({ code: 127, output: error.message });
    });
    child.once('close', (code) => {
      resolve({ code, output });
    });
  });
