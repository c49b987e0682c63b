/** The signing secrets of one webhook endpoint. */
export interface Secrets {
  readonly current: string;
  /** The previous secret, valid during rotation. Milliseconds since the epoch, on the sandbox clock. */
  readonly former?: { readonly secret: string; readonly goodUntil: number };
}

/** The valid secrets, the current one first. */
export const goodSecrets = ({ current, former }: Secrets, now: number): readonly string[] =>
  former !== undefined && now < former.goodUntil ? [current, former.secret] : [current];

/** Replaces the current secret, which stays valid for `overlap` milliseconds. */
export const rotateSecret = ({ current }: Secrets, fresh: string, now: number, overlap: number): Secrets => ({
  current: fresh,
  former: { secret: current, goodUntil: now + overlap },
});
