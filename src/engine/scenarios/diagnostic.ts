/** What is wrong with a scenario, where in its file it stands, and what to do. */
export interface ScenarioDiagnostic {
  readonly path: Path;
  readonly message: string;
  /** The name of the member is at fault, not its value. */
  readonly isKey?: boolean;
}

export type Path = readonly (string | number)[];

/** Notes what is wrong at one place; places further in are asked for by their keys. */
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
