import { type FormatName, fullFormats } from 'ajv-formats/dist/formats.js';

/** Whether a value has a format, by the same list as validators; unknown formats allow all. */
export const isOfFormat = (name: unknown, value: unknown): boolean => {
  if (typeof name !== 'string' || !Object.hasOwn(fullFormats, name)) return true;
  const format = fullFormats[name as FormatName];
  if (format instanceof RegExp) return typeof value !== 'string' || format.test(value);
  if (typeof format !== 'object') return typeof format !== 'function' || typeof value !== 'string' || format(value);
  const { type = 'string', validate } = format;
  if (typeof value !== type) return true;
  return validate instanceof RegExp ? validate.test(value as string) : (validate as (it: unknown) => boolean)(value);
};

/** The regular expression of a format, where it is one. */
export const expressionOfFormat = (name: string): RegExp | undefined => {
  const format = Object.hasOwn(fullFormats, name) ? fullFormats[name as FormatName] : undefined;
  return format instanceof RegExp ? format : undefined;
};
