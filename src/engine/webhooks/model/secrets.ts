/** What deliveries to one webhook endpoint are signed with. */
export interface Secrets {
  readonly current: string;
  /** The one before, while it is being replaced. Milliseconds since the epoch, on the clock of the sandbox. */
  readonly former?: { readonly secret: string; readonly goodUntil: number };
}

/** So long both are good unless somebody says otherwise. */
export const OVERLAP = 24 * 3_600_000;

/** The current one first. */
export const goodSecrets = ({ current, former }: Secrets, now: number): readonly string[] =>
  former !== undefined && now < former.goodUntil ? [current, former.secret] : [current];

/** Puts a fresh secret in the place of the current one, which stays good for a while. */
export const rotateSecret = ({ current }: Secrets, fresh: string, now: number, overlap = OVERLAP): Secrets => ({
  current: fresh,
  former: { secret: current, goodUntil: now + overlap },
});
