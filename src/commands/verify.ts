import { remote } from './remote/remote.ts';
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { SignatureCheck, SignatureRequest } from '../generated/control-schemas.ts';
import type { Input } from './command-line/command.ts';
import { alignColumns } from './terminal/lines.ts';
import { EXIT, UsageError } from './terminal/exit-codes.ts';

/** One symbol and one word per result, so that neither colour nor position carries meaning. */
const toMark = (passed: boolean | null): string => (passed === null ? '=' : passed ? '+ passed' : 'x failed');

const formatCheck = ({ genuine, steps, causes }: SignatureCheck): readonly string[] => {
  return [
    genuine ? 'Genuine: a correct receiver accepts it.' : 'Not genuine: a correct receiver refuses it.',
    '',
    ...alignColumns(steps.map(({ step, passed, detail }) => [toMark(passed), step, detail])),
    ...causes.flatMap(({ cause, detail, remedy }) => ['', `Cause: ${cause}. ${detail}`, `Remedy: ${remedy}`]),
  ];
};

type Message = Pick<SignatureRequest, 'headers' | 'body' | 'encoding'>;

/** The delivery that the command line names: a file with all of it, or the id of one. */
const readMessage = async ({ words: [file, ...others], text }: Input): Promise<Message> => {
  if (others.length > 0) throw new UsageError(`verify takes one file, not ${others.length + 1}`);
  const hasDelivery = text('delivery') !== undefined;
  if (file === undefined) {
    if (hasDelivery) return {};
    throw new UsageError('verify needs a delivery: FILE, or --delivery');
  }
  if (hasDelivery) throw new UsageError('use either FILE, or --delivery');
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

/** Prints whether a webhook delivery is genuine, and if not, why. */
export const run = remote(async (input) => {
  const [secret, webhookId, deliveryId, at] = ['secret', 'webhook', 'delivery', 'at'].map(input.text);
  const body = { ...(await readMessage(input)), secret, webhookId, deliveryId, at };
  return async (server, print) => {
    const check = (await server.json('POST', '/webhooks/verify', { body })) as SignatureCheck;
    print(...formatCheck(check));
    return check.genuine ? EXIT.ok : EXIT.failed;
  };
});
