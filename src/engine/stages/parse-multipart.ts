import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { isJsonMediaType } from '../../kernel/http.ts';
import { mediaTypeParameter } from '../../kernel/media-type.ts';
import type { DecodedBody, FilePart } from '../message/decoded-body.ts';
import { problem } from '../problems/problem.ts';

type Form = Pick<Extract<DecodedBody, { kind: 'form' }>, 'fields' | 'files'>;

/** RFC 2046 limits a boundary to 70 characters; longer ones have slowed down parsers in the past. */
const MAX_BOUNDARY = 70;
const LIMITS = { fields: 50, files: 10, parts: 60, fieldNameSize: 100, headerPairs: 20, fieldSize: 65_536 };

/**
 * Parses multipart/form-data with all limits set, since uploads are untrusted. A part with a file name is a file. A
 * part without one is a field if the description says so, whatever its media type; of the parts that the description
 * does not know, only plain text is a field.
 */
export const parseMultipart = async (
  bytes: Uint8Array,
  contentType: string,
  isDescribedAsField: (name: string) => boolean,
): Promise<Form> => {
  const boundary = mediaTypeParameter(contentType, 'boundary');
  if (boundary === undefined || boundary.length > MAX_BOUNDARY)
    throw malformed(`its boundary is missing or longer than ${String(MAX_BOUNDARY)} characters`);
  const fields = Object.create(null) as Record<string, string[]>;
  const files: FilePart[] = [];
  await new Promise<void>((resolve, reject) => {
    const headers = { 'content-type': contentType } as BusboyHeaders;
    const fail = (error: unknown): void => {
      reject(malformed(error instanceof Error ? error.message : 'it is incomplete'));
    };
    const limits = { ...LIMITS, fileSize: bytes.byteLength };
    const busboy = new Busboy({
      headers,
      limits,
      isPartAFile: (name, mediaType, fileName) =>
        fileName !== undefined ||
        (mediaType !== undefined && mediaType !== 'text/plain' && !isDescribedAsField(name ?? '')),
    });
    busboy.on('field', (name, value, nameTruncated, valueTruncated, _encoding, mediaType) => {
      if (nameTruncated || valueTruncated) reject(malformed(`the field "${name}" is too long`));
      (fields[name] ??= []).push(isJsonMediaType(mediaType) ? plainText(value) : value);
    });
    busboy.on('file', (field, stream, fileName: string | undefined, _encoding, mediaType) => {
      const chunks: Buffer[] = [];
      stream.on('error', fail);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => files.push({ field, fileName: fileName ?? '', mediaType, bytes: Buffer.concat(chunks) }));
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      busboy.on(limit, () => {
        reject(malformed(`it has too many parts (${limit})`));
      });
    busboy.on('finish', () => {
      resolve();
    });
    busboy.on('error', fail);
    busboy.end(bytes);
  });
  return { fields, files };
};

/** Decodes a JSON string literal to its value. Other JSON is parsed according to its schema. */
const plainText = (value: string): string => {
  try {
    const read: unknown = JSON.parse(value);
    return typeof read === 'string' ? read : value;
  } catch {
    return value;
  }
};

const malformed = (reason: string): Error =>
  problem('malformed-request', { detail: `The multipart body is malformed: ${reason}.` });
