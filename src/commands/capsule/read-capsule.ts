import { CAPSULE_VERSION, type Capsule } from '../../engine/capsule/capsule.ts';
import { isObject, type Json } from '../../kernel/json.ts';

/** A capsule that cannot be replayed or obtained. */
export class CapsuleError extends Error {
  override readonly name = 'CapsuleError';
}

/** Parses the content of a capsule file. */
export const readCapsule = (value: Json, file: string): Capsule => {
  const capsule = value as unknown as Partial<Capsule> | null;
  if (typeof capsule !== 'object' || capsule?.format !== 'vatmock-capsule')
    throw new CapsuleError(`${file} is not a capsule: export one with "vatmock capsule --out ${file}".`);
  if (typeof capsule.version !== 'number' || capsule.version > CAPSULE_VERSION)
    throw new CapsuleError(
      `${file} is a capsule of version ${String(capsule.version)}; this program supports versions up to ${String(CAPSULE_VERSION)}.`,
    );
  if (
    !Array.isArray(capsule.calls) ||
    !capsule.calls.every(isObject) ||
    typeof capsule.replay !== 'object' ||
    typeof capsule.organization !== 'object'
  )
    throw new CapsuleError(`${file} is damaged: a capsule has "calls", "replay" and "organization".`);
  return capsule as Capsule;
};
