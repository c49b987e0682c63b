import type { Random } from '../kernel/random.ts';

const SECRET_WORDS = 8;

/** 256 bits. */
export const drawSecret = (random: Pick<Random, 'uint32'>): string => {
  const bytes = Buffer.alloc(SECRET_WORDS * 4);
  for (let word = 0; word < SECRET_WORDS; word++) bytes.writeUInt32LE(random.uint32(), word * 4);
  return bytes.toString('base64url');
};
