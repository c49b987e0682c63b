import type { Violation } from './violations.ts';

interface MendedBody {
  readonly body: unknown;
  /** By the field of the violation: the value that it gets, or undefined where it is left out. */
  readonly after: ReadonlyMap<string, unknown>;
}

type Key = string | number;

/** `vins[0].purchaseAmount.currency` as keys. */
const toKeys = (field: string): readonly Key[] =>
  [...field.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) => (index === undefined ? name : Number(index)));

const isObject = (value: unknown): value is Record<Key, unknown> => typeof value === 'object' && value !== null;

/** The sample may have fewer items: its first stands for each. */
const sampleAt = (sample: unknown, keys: readonly Key[]): unknown =>
  keys.reduce<unknown>((value, key) => {
    if (Array.isArray(value) && typeof key === 'number') return (value[key] ?? value[0]) as unknown;
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, sample);

/** The body with what each violation asks for, from a sample of the operation; undefined if the sample does not help. */
export const mendBody = (body: unknown, violations: readonly Violation[], sample: unknown): MendedBody | undefined => {
  if (!isObject(body) || !isObject(sample) || violations.length === 0) return undefined;
  const mended = structuredClone(body);
  const after = new Map<string, unknown>();
  for (const { field } of violations) {
    const keys = toKeys(field);
    const last = keys.at(-1);
    const holder = keys
      .slice(0, -1)
      .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), mended);
    if (last === undefined || !isObject(holder)) return undefined;
    const value = sampleAt(sample, keys);
    if (value !== undefined) holder[last] = structuredClone(value);
    else if (!Object.hasOwn(holder, last)) return undefined;
    // The sample does without it: it may be left out.
    else if (!Array.isArray(holder)) Reflect.deleteProperty(holder, last);
    else return undefined;
    after.set(field, value);
  }
  return { body: mended, after };
};
