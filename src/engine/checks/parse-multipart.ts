import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { isJsonMediaType } from '../../kernel/http.ts';
import type { NextTurn } from '../../kernel/timers.ts';
import { matchesMediaType, mediaTypeParameter } from '../../kernel/media-type.ts';
import type { createDescribePart } from '../contract/schema-shapes.ts';
import type { DecodedBody, FilePart } from '../message/message.ts';
import { problem } from '../problems/problem.ts';

/** RFC 2046 limits a boundary to 70 characters; longer ones have slowed down parsers in the past. */
const MAX_BOUNDARY = 70;
const LIMITS = { fields: 50, files: 10, parts: 60, fieldNameSize: 100, headerPairs: 20, fieldSize: 65_536 };

/**
 * Bytes that are parsed at once. The parser goes on after a limit, to the end of what it was given: 10 MiB of empty parts
 * would take 5 s, and 16 KiB of them 15 ms.
 */
const SLICE = 4096;

const PLAIN_TEXT = 'text/plain';

/** Bytes of a body whose file is not copied. */
const LARGE = 65_536;

/** Slices after which other requests get their turn. */
const SLICES_PER_TURN = 16;

/**
 * Parses multipart/form-data with all limits set, since uploads are untrusted. A part with a file name is a file, unless
 * its value is described as an object or a number: a browser gives a file name to each Blob of a FormData, and RFC 7578,
 * 4.2 requires none. A part without one is a field if the description says so, whatever its media type; of the parts that
 * the description does not know, only plain text is a field.
 */
export const parseMultipart = async (
  bytes: Uint8Array,
  contentType: string,
  {
    describePart,
    nextTurn,
  }: { readonly describePart: ReturnType<typeof createDescribePart>; readonly nextTurn: NextTurn },
): Promise<Pick<Extract<DecodedBody, { kind: 'form' }>, 'fields' | 'files'>> => {
  const boundary = mediaTypeParameter(contentType, 'boundary');
  if (boundary === undefined || boundary.length > MAX_BOUNDARY)
    throw malformed(`its boundary is missing or longer than ${MAX_BOUNDARY} characters`);
  const fields = Object.create(null) as Record<string, string[]>;
  const files: FilePart[] = [];
  let isOver = false;
  await new Promise<void>((resolve, reject) => {
    const headers = { 'content-type': contentType } as BusboyHeaders;
    const refuse = (reason: string): void => {
      isOver = true;
      reject(malformed(reason));
    };
    const fail = (error: unknown): void => {
      refuse(error instanceof Error ? error.message : 'it is incomplete');
    };
    const limits = { ...LIMITS, fileSize: bytes.byteLength };
    const busboy = new Busboy({
      headers,
      limits,
      isPartAFile: (name, mediaType, fileName) => {
        const { kind } = describePart(name ?? '');
        if (fileName !== undefined) return kind !== 'value';
        return mediaType !== undefined && mediaType !== PLAIN_TEXT && kind === 'file';
      },
    });
    const checkMediaType = (name: string, mediaType: string): void => {
      const { contentTypes } = describePart(name);
      if (contentTypes === undefined || contentTypes.some((described) => matchesMediaType(described, mediaType)))
        return;
      isOver = true;
      reject(
        problem('unsupported-media-type', {
          detail: `The part "${name}" has Content-Type ${mediaType}; send it as ${contentTypes.join(' or ')}.`,
        }),
      );
    };
    busboy.on('field', (name, value, nameTruncated, valueTruncated, _encoding, mediaType) => {
      if (nameTruncated || valueTruncated) refuse(`the field "${name}" is too long`);
      // Also what the parser makes of a part without Content-Type, as forms of HTML send all their fields.
      if (mediaType !== PLAIN_TEXT) checkMediaType(name, mediaType);
      (fields[name] ??= []).push(isJsonMediaType(mediaType) ? plainText(value) : value);
    });
    busboy.on('file', (field, stream, fileName: string | undefined, _encoding, mediaType) => {
      checkMediaType(field, mediaType);
      const file = new FileOf(bytes);
      stream.on('error', fail);
      stream.on('data', (chunk: Buffer) => {
        file.add(chunk);
      });
      stream.on('end', () => files.push({ field, fileName: fileName ?? '', mediaType, bytes: file.whole() }));
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      busboy.on(limit, () => {
        refuse(`it has too many parts (${limit})`);
      });
    busboy.on('finish', () => {
      // What is done with a large file takes a turn of its own.
      if (bytes.length > LARGE) nextTurn(resolve);
      else resolve();
    });
    busboy.on('error', fail);
    const writeFrom = (start: number): void => {
      for (let slice = 0; slice < SLICES_PER_TURN; slice++) {
        const offset = start + slice * SLICE;
        if (isOver) return;
        if (offset + SLICE >= bytes.length) {
          busboy.end(bytes.subarray(offset));
          return;
        }
        busboy.write(bytes.subarray(offset, offset + SLICE));
      }
      nextTurn(() => {
        writeFrom(start + SLICES_PER_TURN * SLICE);
      });
    };
    writeFrom(0);
  });
  return { fields, files };
};

/**
 * A file in a body. A large one is not copied: it is a part of the body as it is, whose place is that of the first chunk
 * that is no copy itself.
 */
class FileOf {
  readonly #body: Uint8Array;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #start: number | undefined;

  constructor(body: Uint8Array) {
    this.#body = body;
  }

  add(chunk: Buffer): void {
    if (chunk.buffer === this.#body.buffer) this.#start ??= chunk.byteOffset - this.#body.byteOffset - this.#size;
    this.#size += chunk.length;
    this.#chunks.push(chunk);
  }

  whole(): Uint8Array {
    const { buffer, length } = this.#body;
    // Small bodies share memory with others, and so may the copies.
    if (this.#start === undefined || length <= LARGE || buffer.byteLength !== length)
      return Buffer.concat(this.#chunks);
    return this.#body.subarray(this.#start, this.#start + this.#size);
  }
}

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
