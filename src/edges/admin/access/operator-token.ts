import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Recognizes the operator token in an Authorization header, whose scheme is case-insensitive (RFC 9110, 11.1). Compares digests, in constant time for any header. Without
 * a configured token, always false.
 */
export const createOperatorCheck = (token: string | undefined): ((header: string | undefined) => boolean) => {
  if (token === undefined) return () => false;
  const expected = digest(`Bearer ${token}`);
  return (header) => header !== undefined && timingSafeEqual(digest(header.replace(/^Bearer /i, 'Bearer ')), expected);
};
