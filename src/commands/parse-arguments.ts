import { parseArgs } from 'node:util';
import type { Setting } from '../config/setting.ts';
import { SETTINGS } from '../config/settings.ts';
import { toUsageError } from './terminal/explain-options.ts';

export interface Arguments {
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly files: readonly string[];
  readonly help: boolean;
}

const flagNames = Object.values(SETTINGS as Readonly<Record<string, Setting>>).map(({ flag }) => flag);

/** `--port 0`, `--port=0`; unknown flags are errors that name the nearest ones. */
export const parseArguments = (args: readonly string[], known: readonly string[] = flagNames): Arguments => {
  const options = Object.fromEntries(known.map((flag) => [flag, { type: 'string' as const }]));
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    const { help, ...flags } = values as Record<string, string | boolean | undefined>;
    return { flags: flags as Record<string, string | undefined>, files: positionals, help: help === true };
  } catch (error) {
    throw toUsageError(error, known);
  }
};
