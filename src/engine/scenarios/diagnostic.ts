/** An error in a scenario: its cause, its position in the file, and its fix. */
export interface ScenarioDiagnostic {
  readonly path: Path;
  readonly message: string;
  /** The name of the member is at fault, not its value. */
  readonly isKey?: boolean;
}

export type Path = readonly (string | number)[];

/** Collects errors at one position; `at` gives the list for a nested position. */
export interface DiagnosticList {
  readonly at: (...keys: Path) => DiagnosticList;
  readonly add: (message: string) => void;
  readonly addKey: (message: string) => void;
}

export const collectDiagnostics = (diagnostics: ScenarioDiagnostic[], path: Path = []): DiagnosticList => ({
  at: (...keys) => collectDiagnostics(diagnostics, [...path, ...keys]),
  add: (message) => diagnostics.push({ path, message }),
  addKey: (message) => diagnostics.push({ path, message, isKey: true }),
});
