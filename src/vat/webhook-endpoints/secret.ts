import type { Random } from '../../kernel/random.ts';

/** Draws a signing secret from the chance that the sandbox offers, or from a better one. */
export type DrawWebhookSecret = (random: Random) => string;

/**
 * `whsec_` and base64 of 32 bytes. From the seed of the sandbox, and so the same in every run: right where everybody is
 * trusted, and guessable where not.
 */
export const drawWebhookSecret: DrawWebhookSecret = (random) => {
  const bytes = Buffer.alloc(32);
  for (let offset = 0; offset < bytes.length; offset += 4) bytes.writeUInt32BE(random.uint32(), offset);
  return `whsec_${bytes.toString('base64')}`;
};
