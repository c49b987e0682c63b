import type { Path } from './path.ts';

/** An error in a file or an input: its position, and its cause with a remedy. */
export interface PathDiagnostic {
  readonly path: Path;
  readonly message: string;
  /** The name of the member is at fault, not its value. */
  readonly isKey?: boolean;
}

/** Collects errors at one position, or at one within it; `at` gives the list for a nested position. */
export interface DiagnosticList {
  readonly at: (...keys: Path) => DiagnosticList;
  readonly add: (message: string, ...keys: Path) => void;
  readonly addKey: (message: string, ...keys: Path) => void;
}

export const collectDiagnostics = (diagnostics: PathDiagnostic[], path: Path = []): DiagnosticList => ({
  at: (...keys) => collectDiagnostics(diagnostics, [...path, ...keys]),
  add: (message, ...keys) => diagnostics.push({ path: [...path, ...keys], message }),
  addKey: (message, ...keys) => diagnostics.push({ path: [...path, ...keys], message, isKey: true }),
});
