import { parseArgs } from 'node:util';
import { toUsageError } from '../terminal/explain-options.ts';

/** A flag of a command that talks to a server. */
export interface Flag {
  /** Undefined for a flag that stands alone. */
  readonly value?: string;
  readonly help: string;
  /** It may be given more than once. */
  readonly isRepeated?: true;
  readonly env?: string;
  readonly short?: string;
}

export type Flags = Readonly<Record<string, Flag>>;

export interface ReadFlags {
  /** The last value of a flag, else that of its environment variable; an empty variable counts as absent. */
  readonly text: (name: string) => string | undefined;
  readonly texts: (name: string) => readonly string[];
  readonly isSet: (name: string) => boolean;
  readonly words: readonly string[];
}

export const readFlags = (
  args: readonly string[],
  flags: Flags,
  env: Readonly<Record<string, string | undefined>>,
): ReadFlags => {
  const { values, positionals } = parse(args, flags);
  const texts = (name: string): readonly string[] => {
    const value = values[name];
    return Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
  };
  return {
    texts,
    text: (name) => {
      const variable = flags[name]?.env;
      const fallback = variable === undefined ? undefined : env[variable];
      return texts(name).at(-1) ?? (fallback === '' ? undefined : fallback);
    },
    isSet: (name) => values[name] === true,
    words: positionals,
  };
};

const parse = (args: readonly string[], flags: Flags) => {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { value, isRepeated = false, short }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: isRepeated,
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values: values as Readonly<Record<string, unknown>>, positionals };
  } catch (error) {
    throw toUsageError(error, Object.keys(flags));
  }
};

/** The options as a help text shows them. */
export const describeFlags = (flags: Flags): string =>
  Object.entries(flags)
    .map(([name, { value, help, env, isRepeated, short }]) => {
      const title = `  --${name}${short === undefined ? '' : `, -${short}`}${value === undefined ? '' : ` ${value}`}`;
      const notes = [isRepeated === true ? 'repeatable' : undefined, env].filter((note) => note !== undefined);
      return `${title}\n      ${help}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
    })
    .join('\n');
