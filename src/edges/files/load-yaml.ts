import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { readFile } from 'node:fs/promises';
import { wholeFileError } from '../../kernel/user-errors.ts';
import { type PreparedFiles, preparedFiles } from './prepared-files.ts';

/**
 * Loads a YAML file and validates it against a JSON Schema; reports every fault with its line. Unknown keys are faults
 * if the schema forbids them: a misspelt key must not be ignored silently. A valid file is also checked for
 * diagnostics.
 */
export const loadYaml = async <T extends object>(
  file: string,
  schema: object,
  findDiagnostics: (value: T) => readonly PathDiagnostic[] = () => [],
  prepared: PreparedFiles = preparedFiles,
): Promise<T> => {
  const text = await readNamedText(file);
  // A cached file has already passed the schema.
  const known = await prepared.find(file, { text, schema });
  if (known !== undefined && findDiagnostics(known as T).length === 0) return known as T;
  // Loaded only for user files and changed files: an ordinary start needs neither the parser nor the validator.
  const { readLocatedFile, readYamlHere } = await import('./located-file.ts');
  const value = await readLocatedFile<T>(text, file, {
    schema,
    empty: 'the file is empty: compare it with the one of the package',
    // A file of the operator's own, at start: it may be long.
    readYaml: (own, name) => readYamlHere(own, name, Infinity),
    check: (read) => Promise.resolve(findDiagnostics(read)),
  });
  await prepared.keep(file, { text, schema, others: [] }, value);
  return value;
};

/** The text of a file that an operator names; `shown` is how messages name it. */
export const readNamedText = (file: string, shown = file): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw wholeFileError(shown, code === 'ENOENT' ? 'no such file' : `cannot be read (${String(code)})`);
  });
