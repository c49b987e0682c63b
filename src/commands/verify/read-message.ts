import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { components } from '../../generated/admin-types.ts';
import type { Input } from '../command-line/input.ts';
import { UsageError } from '../terminal/usage-error.ts';

type SignatureRequest = components['schemas']['SignatureRequest'];
type Message = Pick<SignatureRequest, 'headers' | 'body' | 'encoding'>;

/** The delivery that the command line names: a file with all of it, or headers and the file of the body. */
export const readMessage = async (input: Input): Promise<Message> => {
  const [file, ...others] = input.words;
  if (others.length > 0) throw new UsageError(`verify takes one file, not ${String(others.length + 1)}`);
  const headers = input.texts('header');
  const body = input.text('body');
  const hasDelivery = input.text('delivery') !== undefined;
  if (file === undefined) {
    if (!hasDelivery && (headers.length === 0 || body === undefined))
      throw new UsageError('verify needs a delivery: FILE, or --header and --body, or --delivery');
    return {
      ...(headers.length === 0 ? {} : { headers: headers.join('\n') }),
      ...(body === undefined ? {} : toBody(await read(body))),
    };
  }
  if (headers.length > 0 || body !== undefined || hasDelivery)
    throw new UsageError('use either FILE, or --header, --body and --delivery');
  return parse(await read(file), file);
};

/** An empty line ends the headers. */
const parse = (bytes: Buffer, file: string): Message => {
  const ends = ['\r\n\r\n', '\n\n']
    .map((end) => ({ at: bytes.indexOf(end), length: end.length }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const [end] = ends;
  if (end === undefined) throw new UsageError(`${file}: no empty line between the headers and the body`);
  return { headers: bytes.toString('utf8', 0, end.at), ...toBody(bytes.subarray(end.at + end.length)) };
};

const toBody = (bytes: Buffer): Pick<Message, 'body' | 'encoding'> =>
  isUtf8(bytes) ? { body: bytes.toString('utf8') } : { body: bytes.toString('base64'), encoding: 'base64' };

const read = async (file: string): Promise<Buffer> => {
  try {
    return await readFile(file);
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
};
