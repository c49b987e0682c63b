import { remote } from './remote/remote.ts';
import type { ScenarioStatus } from '../generated/control-schemas.ts';
import { writeFile } from 'node:fs/promises';
import type { Input } from './command-line/command.ts';
import { RemoteError } from './remote/remote-error.ts';
import { UsageError } from './terminal/exit-codes.ts';

const inTermsOfFlags = (error: unknown): never => {
  if (!(error instanceof RemoteError)) throw error;
  throw new RemoteError(error.message.replace('add offContract: true', 'add --off-contract'), error.status);
};

const readNumber = (input: Input, name: string): number | undefined => {
  const text = input.text(name);
  if (text !== undefined && !/^\d{1,4}$/.test(text))
    throw new UsageError(`--${name} must be a number, but is "${text}"`);
  return text === undefined ? undefined : Number(text);
};

/** Decides what becomes of the next call of an operation. */
export const run = remote((input) => {
  const [operation, ...others] = input.words;
  if (operation === undefined) throw new UsageError('next-call needs an operation, such as: next-call createOrder');
  if (others.length > 0) throw new UsageError(`next-call takes one operation, not ${others.length + 1}`);
  const fault = input.choice('fault');
  const [delay, file] = ['delay', 'save'].map(input.text);
  const [status, times] = [readNumber(input, 'status'), readNumber(input, 'times')];
  if (status === undefined && fault === undefined && delay === undefined)
    throw new UsageError('next-call needs --status, --fault or --delay');
  const offContract = input.isSet('off-contract') ? true : undefined;
  return async (server, print) => {
    const body = { operation, status, fault, delay, times, offContract };
    const made = await server.json('POST', '/next-calls', { body }).catch(inTermsOfFlags);
    const { name, teaches } = made as ScenarioStatus;
    print(String(teaches));
    print(`It is the scenario ${name}: "vatmock scenario off ${name}" ends it.`);
    if (file === undefined) return;
    const { text } = (await server.json('GET', `/scenarios/${name}`)) as { readonly text: string };
    await writeFile(file, text);
    print(`Saved as ${file}.`);
  };
});
