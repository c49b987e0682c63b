import type { Random } from '../../kernel/random.ts';

/** Generates a signing secret, from the sandbox's random source or from a secure one. */
export type DrawWebhookSecret = (random: Random) => string;

/**
 * `whsec_` and 32 bytes in base64. Derived from the sandbox's seed, so the same in every run: for local mode only,
 * since it is guessable.
 */
export const drawWebhookSecret: DrawWebhookSecret = (random) => {
  const bytes = Buffer.alloc(32);
  for (let offset = 0; offset < bytes.length; offset += 4) bytes.writeUInt32BE(random.uint32(), offset);
  return `whsec_${bytes.toString('base64')}`;
};
