import path from 'node:path';
import { parseArgs } from 'node:util';

export const HELP = `npm run schemathesis -- [--cases N] [--short] [--only API] [--command PATH] [--workers N] [--seed N] [--required]

  --cases N        at least so many requests to each API; 10000 without it
  --short          one round of about half a minute for each API
  --only API       api or control
  --command PATH   the program, if it is not on the PATH
  --workers N      threads of Schemathesis; 1 without it, more of them fail in Python 3.11
  --seed N         seed of what is generated; 14 without it
  --required       fail where Schemathesis is not installed (pipx install schemathesis)
  --keep           keep the folder with the reports of Schemathesis`;

export interface Options {
  readonly cases: number;
  readonly isShort: boolean;
  readonly only: string | undefined;
  readonly command: string;
  readonly workers: string;
  readonly seed: number;
  readonly required: boolean;
  readonly keep: boolean;
  readonly help: boolean;
}

export const readOptions = (args: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      cases: { type: 'string', default: '10000' },
      short: { type: 'boolean', default: false },
      only: { type: 'string' },
      command: { type: 'string', default: 'schemathesis' },
      workers: { type: 'string', default: '1' },
      seed: { type: 'string', default: '14' },
      required: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { short: isShort, cases, seed, only, command, ...rest } = values;
  // It runs in another folder.
  const program = command.includes('/') ? path.resolve(command) : command;
  return { cases: Number(cases), seed: Number(seed), isShort, only, command: program, ...rest };
};
