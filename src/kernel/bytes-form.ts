import { isUtf8 } from 'node:buffer';

/** Bytes as JSON: as text if they are valid text, so that people can read it. */
export interface BytesForm {
  readonly text?: string;
  readonly base64?: string;
}

export const toBytesForm = (body: string | Uint8Array): BytesForm => {
  if (typeof body === 'string') return { text: body };
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { base64: bytes.toString('base64') };
};

export const fromBytesForm = ({ text, base64 = '' }: BytesForm): Buffer =>
  text === undefined ? Buffer.from(base64, 'base64') : Buffer.from(text, 'utf8');
