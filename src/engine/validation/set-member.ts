/** Sets a member of any name. A plain assignment of `__proto__` would set the prototype instead. */
export const setMember = (object: Record<string, unknown>, name: string, value: unknown): void => {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
};
