import { referenceTokens } from '../../kernel/json-pointer.ts';

/** An invalid JSON Pointer (RFC 6901); the message suggests a valid one. */
export class PointerError extends Error {
  override readonly name = 'PointerError';
}

/** Why a text is not a JSON Pointer; undefined if it is one. */
export const faultOfPointer = (pointer: string): string | undefined => {
  if (pointer !== '' && !pointer.startsWith('/'))
    return `is not a JSON Pointer, which starts with a slash: write /${pointer.replaceAll('.', '/')}`;
  return /~(?![01])/.test(pointer) ? 'has a ~ that is neither ~0 (for ~) nor ~1 (for /)' : undefined;
};

/** The keys of `/items/0/id`; an empty pointer refers to the whole document. */
export const parsePointer = (pointer: string): readonly string[] => {
  const fault = faultOfPointer(pointer);
  if (fault !== undefined) throw new PointerError(fault);
  return referenceTokens(pointer);
};
