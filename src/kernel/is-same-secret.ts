import { timingSafeEqual } from 'node:crypto';

/** Compares secrets in a time that tells nothing of where they differ. */
export const isSameSecret = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
};
