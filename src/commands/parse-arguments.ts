import { parseArgs } from 'node:util';
import { SETTINGS, type Setting } from '../config/settings.ts';

/** The command line cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Arguments {
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly files: readonly string[];
  readonly help: boolean;
}

const flagNames = Object.values(SETTINGS as Readonly<Record<string, Setting>>).map(({ flag }) => flag);

/** `--port 0`, `--port=0`; unknown flags are errors that name what there is. */
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
    const [message = 'the command line cannot be read'] = (error as Error).message.split('. ');
    const list = known.map((flag) => `--${flag}`).join(', ');
    throw new UsageError(known.length > 0 ? `${message}; the options are ${list}` : message);
  }
};
