import { type TypeOf, instant, label, object } from '../../sandbox/record-schema.ts';

/** The signing secrets of one webhook endpoint. */
export const secrets = object({
  current: label,
  /** The previous secret, valid during rotation. `goodUntil` is on the sandbox clock. */
  'former?': object({ secret: label, goodUntil: instant }),
});

export type Secrets = TypeOf<typeof secrets>;

/** The valid secrets, the current one first. */
export const goodSecrets = ({ current, former }: Secrets, now: number): readonly string[] =>
  former !== undefined && now < former.goodUntil ? [current, former.secret] : [current];

/** Replaces the current secret, which stays valid for `overlap` milliseconds. */
export const rotateSecret = ({ current }: Secrets, fresh: string, now: number, overlap: number): Secrets => ({
  current: fresh,
  former: { secret: current, goodUntil: now + overlap },
});
