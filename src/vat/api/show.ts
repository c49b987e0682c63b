import { toIsoDateTime } from '../../kernel/clock.ts';

/** Instants are milliseconds in a record, and date-times in what the API shows. */
type Shown<Name, Value> = Name extends `${string}At` ? Exclude<Value, number> | string : Value;

/** The named members of a record as the API shows them, in this order; what a record does not have is left out. */
export const show = <T extends object, Name extends keyof T & string>(
  record: T,
  ...names: readonly Name[]
): { readonly [Each in keyof Pick<T, Name>]: Shown<Each, T[Each]> } => {
  const shown: Record<string, unknown> = {};
  for (const name of names) {
    const value = record[name];
    if (value === undefined) continue;
    shown[name] = name.endsWith('At') && typeof value === 'number' ? toIsoDateTime(value) : value;
  }
  return shown as never;
};

export const showAll = <T extends object>(record: T) => show(record, ...(Object.keys(record) as (keyof T & string)[]));
