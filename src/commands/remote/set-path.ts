import { parsedOr } from '../../kernel/json.ts';
import { UsageError } from '../terminal/usage-error.ts';

type Keys = readonly (string | number)[];

/** Parses `blockers[0].code=CMR_MISSING` into path and value: JSON if it parses, else text. */
const parseSetting = (text: string): { readonly path: string; readonly keys: Keys; readonly value: unknown } => {
  const sign = text.indexOf('=');
  const path = text.slice(0, Math.max(0, sign)).trim();
  if (path === '')
    throw new UsageError(
      `--set needs path=value, such as outcome=REJECTED or blockers[0].code=CMR_MISSING, not "${text}"`,
    );
  const keys = path
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .map((key) => (/^(?:0|[1-9]\d{0,3})$/.test(key) ? Number(key) : key));
  if (keys.includes('')) throw new UsageError(`--set ${text}: the path "${path}" has an empty segment`);
  const value = text.slice(sign + 1);
  return { path, keys, value: parsedOr(value, () => JSON.parse(value) as unknown) };
};

/** Members by name, without a prototype, so that no name has a special meaning. */
type Branch = Record<string | number, unknown>;

const newBranch = (key: string | number | undefined): Branch =>
  (typeof key === 'number' ? [] : Object.create(null)) as Branch;

/** Whether the branch accepts the key: lists take numbers, objects names. */
const takes = (branch: unknown, key: string | number): boolean => Array.isArray(branch) === (typeof key === 'number');

/** Builds the data from a list of `path=value`. */
export const toData = (settings: readonly string[]): object => {
  const data = newBranch('');
  for (const setting of settings) {
    const { path, keys, value } = parseSetting(setting);
    let branch = data;
    for (const [index, key] of keys.entries()) {
      if (!takes(branch, key))
        throw new UsageError(
          `--set ${path}: the parent of "${String(key)}" is ${Array.isArray(branch) ? 'a list' : 'not a list'}`,
        );
      if (index === keys.length - 1) {
        branch[key] = value;
        break;
      }
      const inner = (branch[key] ??= newBranch(keys[index + 1]));
      if (typeof inner !== 'object')
        throw new UsageError(`--set ${path}: another --set already gives "${String(key)}" a value`);
      branch = inner as Branch;
    }
  }
  return data;
};
