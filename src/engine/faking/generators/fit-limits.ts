import type { FakeLimits } from './generator.ts';

/** Truncates or extends free text to the length limits; not suitable for numbers, addresses and codes. */
export const fitText = (text: string, limits: FakeLimits, more: () => string = () => text): string => {
  const { minLength = 0, maxLength = Infinity } = limits;
  let fitted = text;
  while (fitted.length < minLength) fitted += ` ${more()}`;
  if (fitted.length <= maxLength) return fitted;
  // A trailing space would look like a mistake; trimmed, the text could be shorter than `minLength`.
  return fitted.slice(0, maxLength).trimEnd().padEnd(Math.min(minLength, maxLength), '.');
};

export const fitInteger = (value: number, limits: FakeLimits): number => {
  const { minimum = -Infinity, maximum = Infinity } = limits;
  return Math.min(Math.max(value, Math.ceil(minimum)), Math.floor(maximum));
};
