import { readFile } from 'node:fs/promises';
import { CAPSULE_VERSION, type Capsule } from '../../engine/capsule/capsule.ts';
import { isObject, type Json, parseOwnJson, parsedOr } from '../../kernel/json.ts';
import { RemoteError } from '../remote/remote-error.ts';

export const readCapsuleFile = async (file: string): Promise<Capsule> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new RemoteError(`${file} cannot be read (${String((error as NodeJS.ErrnoException).code)})`);
  });
  return parseCapsule(text, file);
};

/** Parses and checks the text of a capsule file. */
export const parseCapsule = (text: string, file: string): Capsule => {
  const value = parsedOr(undefined, () => parseOwnJson(text));
  if (value === undefined) throw new RemoteError(`${file} is not valid JSON: it is damaged, or it is not a capsule`);
  return readCapsule(value, file);
};

/** Checks the content of a capsule file. */
export const readCapsule = (value: Json, file: string): Capsule => {
  const capsule = value as unknown as Partial<Capsule> | null;
  if (typeof capsule !== 'object' || capsule?.format !== 'vatmock-capsule')
    throw new RemoteError(`${file} is not a capsule: export one with "vatmock capsule --out ${file}".`);
  if (typeof capsule.version !== 'number' || capsule.version > CAPSULE_VERSION)
    throw new RemoteError(
      `${file} is a capsule of version ${String(capsule.version)}; this program supports versions up to ${String(CAPSULE_VERSION)}.`,
    );
  if (
    !Array.isArray(capsule.calls) ||
    !capsule.calls.every(isObject) ||
    typeof capsule.replay !== 'object' ||
    typeof capsule.organization !== 'object'
  )
    throw new RemoteError(`${file} is damaged: a capsule has "calls", "replay" and "organization".`);
  return capsule as Capsule;
};
