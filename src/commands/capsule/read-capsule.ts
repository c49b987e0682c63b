import type { Capsule } from '../../engine/capsule/capsule.ts';
import type { Json } from '../../kernel/json.ts';

/** A capsule that cannot be played, or not be had. */
export class CapsuleError extends Error {
  override readonly name = 'CapsuleError';
}

/** What a file holds, as a capsule. */
export const readCapsule = (value: Json, file: string): Capsule => {
  const capsule = value as unknown as Partial<Capsule> | null;
  if (typeof capsule !== 'object' || capsule?.format !== 'vatmock-capsule')
    throw new CapsuleError(`${file} is no capsule: export one with "vatmock capsule --out ${file}".`);
  if (capsule.version !== 1)
    throw new CapsuleError(`${file} is a capsule of version ${String(capsule.version)}; this program reads version 1.`);
  return capsule as Capsule;
};
