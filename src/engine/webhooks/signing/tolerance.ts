/** How far a time stamp may be from now, before or after: what the public formats recommend. Milliseconds. */
export const TOLERANCE = 300_000;
