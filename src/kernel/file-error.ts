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
  `${file}:${String(line)}:${String(column)}: ${message}`;
