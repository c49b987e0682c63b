/** A JSON Pointer (RFC 6901) that cannot be read; the message says what to write. */
export class PointerError extends Error {
  override readonly name = 'PointerError';
}

/** `/items/0/id` as its keys; an empty pointer is the whole. */
export const parsePointer = (pointer: string): readonly string[] => {
  if (pointer === '') return [];
  if (!pointer.startsWith('/'))
    throw new PointerError(`is not a JSON Pointer, which starts with a slash: write /${pointer.replaceAll('.', '/')}`);
  if (/~(?![01])/.test(pointer)) throw new PointerError('has a ~ that is neither ~0 (for ~) nor ~1 (for /)');
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
};

/** Reads the value at a pointer: in a list of one, which is empty where there is nothing. */
export const readPointer = (pointer: string): ((value: unknown) => readonly unknown[]) => {
  const keys = parsePointer(pointer);
  return (root) => {
    let value = root;
    for (const key of keys) {
      if (typeof value !== 'object' || value === null || value instanceof Uint8Array || !Object.hasOwn(value, key))
        return [];
      value = (value as Readonly<Record<string, unknown>>)[key];
    }
    return value === undefined ? [] : [value];
  };
};
