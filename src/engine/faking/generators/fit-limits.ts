import type { FakeLimits } from './generator.ts';

/** Free text may be cut or go on; numbers, addresses of any kind and codes may not. */
export const fitText = (text: string, limits: FakeLimits, more: () => string = () => text): string => {
  const { minLength = 0, maxLength = Infinity } = limits;
  let fitted = text;
  while (fitted.length < minLength) fitted += ` ${more()}`;
  if (fitted.length <= maxLength) return fitted;
  // A blank at the cut would look like a mistake; without it the text could fall short of `minLength`.
  return fitted.slice(0, maxLength).trimEnd().padEnd(Math.min(minLength, maxLength), '.');
};

export const fitInteger = (value: number, limits: FakeLimits): number => {
  const { minimum = -Infinity, maximum = Infinity } = limits;
  return Math.min(Math.max(value, Math.ceil(minimum)), Math.floor(maximum));
};
