import { parseArgs } from 'node:util';

export const HELP = `npm run endure -- [--only NAME] [--short] [--list]

  --only NAME   the proofs whose names contain NAME; several with commas
  --short       little of each, in minutes; without it, the best part of an hour
  --list        what is shown`;

export interface Options {
  readonly only: readonly string[] | undefined;
  readonly isShort: boolean;
  readonly list: boolean;
  readonly help: boolean;
}

export const readOptions = (args: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      short: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { only, short: isShort, list, help } = values;
  return { only: only?.split(','), isShort, list, help };
};
