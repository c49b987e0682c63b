import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { readFile } from 'node:fs/promises';
import { FileError } from '../../kernel/file-error.ts';
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
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    const message = code === 'ENOENT' ? 'no such file' : `cannot be read (${String(code)})`;
    throw new FileError([{ file, line: 1, column: 1, message }]);
  });
  // A cached file has already passed the schema.
  const known = await prepared.find(file, { text, schema });
  if (known !== undefined && findDiagnostics(known as T).length === 0) return known as T;
  // Loaded only for user files and changed files: an ordinary start needs neither the parser nor the validator.
  const { parseCheckedYaml } = await import('./checked-yaml.ts');
  const value = parseCheckedYaml({ file, text, schema, findDiagnostics });
  await prepared.keep(file, { text, schema, others: [] }, value);
  return value;
};
