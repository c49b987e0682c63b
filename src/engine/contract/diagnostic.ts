/** A fault in a description, with its location. */
export interface Diagnostic {
  /** The location in the document, as a JSON pointer. */
  readonly pointer: string;
  /** The file that the pointer leads into, if not the description: an overlay, or one of several descriptions. */
  readonly file?: string;
  readonly message: string;
  /** How the affected part is served; absent if it is not served. */
  readonly effect?: 'served' | 'served-where-possible';
  /** The operation that contains the fault and may not be served because of it; absent outside of operations. */
  readonly operationId?: string;
  /** For a shared component, all affected operations. */
  readonly operationIds?: readonly string[];
}

/** A diagnostic with its location in a file, ready for a line of output. */
export interface LocatedDiagnostic extends Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A fault at one location of a description. */
export class PlaceError extends Error {
  override readonly name = 'PlaceError';
  readonly pointer: string;

  constructor({ pointer }: { readonly pointer: string }, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

/** Undefined where there is a fault at one place, which is told. */
export const attempt = <T>(read: () => T, tell: (fault: PlaceError) => void): T | undefined => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PlaceError)) throw error;
    tell(error);
    return undefined;
  }
};

/** The description as a whole cannot be served. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly file: string;
  readonly line: number;
  readonly column: number;

  constructor(message: string, place: { readonly file: string; readonly line?: number; readonly column?: number }) {
    super(message);
    this.file = place.file;
    this.line = place.line ?? 1;
    this.column = place.column ?? 1;
  }
}

/** Describes how the server treats the affected part. */
export const formatEffect = ({ effect }: Diagnostic): string => {
  if (effect === undefined) return 'not served';
  return effect === 'served' ? 'served anyway' : 'served where possible';
};

export const formatDiagnostic = (finding: LocatedDiagnostic): string =>
  `${finding.file}:${finding.line}:${finding.column}: ${finding.message} (at ${finding.pointer})`;
