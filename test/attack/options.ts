import { parseArgs } from 'node:util';

export const HELP = `npm run attack -- [--only NAME] [--short] [--seed TEXT] [--list]

  --only NAME   the attacks whose names contain NAME; several with commas
  --short       the form of the pipeline: five minutes, wide bounds
  --seed TEXT   seed of what the attacks draw
  --list        what is played, and what is wanted`;

export interface Options {
  readonly only: readonly string[] | undefined;
  readonly isShort: boolean;
  readonly list: boolean;
  readonly help: boolean;
  readonly seed: string;
}

export const readOptions = (args: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      short: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      seed: { type: 'string', default: 'attack' },
    },
  });
  const { only, short: isShort, ...rest } = values;
  return { only: only?.split(','), isShort, ...rest };
};
