/** An invalid setting: the message names it, its value and what is expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Faults of one file, by location. */
export interface FileFault {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export class FileError extends Error {
  override readonly name = 'FileError';
  readonly faults: readonly FileFault[];

  constructor(faults: readonly FileFault[]) {
    super(faults.map(formatFault).join('\n'));
    this.faults = faults;
  }
}

export const formatFault = ({ file, line, column, message }: FileFault): string =>
  `${file}:${line}:${column}: ${message}`;

/** A fault of a whole file or folder. */
export const faultOf = (file: string, message: string): FileFault => ({ file, line: 1, column: 1, message });

export const wholeFileError = (file: string, message: string): FileError => new FileError([faultOf(file, message)]);
