import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import type { Json } from '../../kernel/json.ts';
import { salvage } from './salvage.ts';

/** The checks of a file's value. */
interface Checks<T> {
  readonly findShapeFaults: (value: Json) => readonly PathDiagnostic[];
  /** What a schema cannot express; `isPart` if parts of the wrong shape were removed, so that references may be missing. */
  readonly findDiagnostics: (
    value: T,
    isPart: boolean,
  ) => readonly PathDiagnostic[] | Promise<readonly PathDiagnostic[]>;
}

/** With more, the rest of the file is not worth a look, and finding it takes quadratic time. */
const MOST_REMOVED = 99;

/** Checks the shape of a value, and also the parts that have the right shape: all faults are reported at once. */
export const findFaults = async <T extends object>(
  value: Json,
  { findShapeFaults, findDiagnostics }: Checks<T>,
): Promise<readonly PathDiagnostic[]> => {
  const misshapen = findShapeFaults(value);
  if (misshapen.length === 0) return findDiagnostics(value as T, false);
  if (misshapen.length > MOST_REMOVED) return misshapen;
  const left = salvage(value, (rest) => findShapeFaults(rest).map(({ path }) => path));
  if (typeof left?.value !== 'object' || left.value === null) return misshapen;
  const diagnostics = await findDiagnostics(left.value as T, true);
  return [
    ...misshapen,
    ...diagnostics
      .map((diagnostic) => ({ ...diagnostic, path: left.toOriginal(diagnostic.path) }))
      .filter(({ path }) => !left.isTouched(path)),
  ];
};
