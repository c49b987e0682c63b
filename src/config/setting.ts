/** A setting: a flag, an environment variable and an option of `createMock`. */
export interface Setting {
  readonly flag: string;
  readonly env: string;
  /** A duration is ISO 8601 of a fixed length. */
  readonly kind: 'text' | 'integer' | 'choice' | 'duration';
  /** All values of a choice; words that a duration may be instead. */
  readonly choices?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** As a user would type it; undefined when there is none. */
  readonly fallback: string | undefined;
  /** What takes its place in hosted mode. */
  readonly hostedFallback?: string;
  /** The value's name in the help. */
  readonly value: string;
  readonly help: string;
}

/** The help of a setting, with its default in hosted mode if that differs. */
export const helpOf = ({ help, hostedFallback }: Setting): string =>
  hostedFallback === undefined ? help : `${help} In hosted mode ${hostedFallback}.`;

export const MEBIBYTE = 1_048_576;
