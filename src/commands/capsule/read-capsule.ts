import { readFile } from 'node:fs/promises';
import { CAPSULE_VERSION, type Capsule } from '../../engine/capsule/capsule.ts';
import { isObject, parseOwnJson, parsedOr } from '../../kernel/json.ts';
import { RemoteError } from '../remote/remote-error.ts';

export const readCapsuleFile = async (file: string): Promise<Capsule> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new RemoteError(`${file} cannot be read (${String((error as NodeJS.ErrnoException).code)})`);
  });
  return readCapsule(text, file);
};

/** Parses and checks the text of a capsule file. */
export const readCapsule = (text: string, file: string): Capsule => {
  const capsule = parsedOr(undefined, () => parseOwnJson(text)) as Partial<Capsule> | null | undefined;
  if (capsule === undefined) throw new RemoteError(`${file} is not valid JSON: it is damaged, or it is not a capsule`);
  if (typeof capsule !== 'object' || capsule?.format !== 'vatmock-capsule')
    throw new RemoteError(`${file} is not a capsule: export one with "vatmock capsule --out ${file}".`);
  if (typeof capsule.version !== 'number' || capsule.version > CAPSULE_VERSION)
    throw new RemoteError(
      `${file} is a capsule of version ${String(capsule.version)}; this program supports versions up to ${CAPSULE_VERSION}.`,
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
