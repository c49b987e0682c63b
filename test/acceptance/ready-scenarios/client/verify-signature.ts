import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds: "the timestamp must be within 5 minutes of now". */
const TOLERANCE = 300;

export interface Signed {
  readonly header: string;
  /** "Verification uses the raw request body." */
  readonly raw: Uint8Array;
}

/** Whether a delivery comes from the service, and is not one that somebody has recorded. */
export const isGenuine = (
  { header, raw }: Signed,
  secret: string,
  { now, checksTime }: { readonly now: number; readonly checksTime: boolean },
): boolean => {
  const parts = header.split(',').map((part) => part.split('='));
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d+$/.test(timestamp)) return false;
  if (checksTime && Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(raw).digest();
  return parts.some(
    ([name, value = '']) =>
      name === 'v1' && /^[0-9a-f]{64}$/.test(value) && timingSafeEqual(Buffer.from(value, 'hex'), expected),
  );
};
