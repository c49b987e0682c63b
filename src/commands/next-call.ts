import { writeFile } from 'node:fs/promises';
import type { components } from '../generated/admin-types.ts';
import { suggest } from '../engine/matching/nearest.ts';
import type { Input } from './command-line/input.ts';
import { FAULTS } from './next-call/declaration.ts';
import { RemoteError } from './remote/remote-error.ts';
import { withServer } from './remote/with-server.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';

type Schemas = components['schemas'];

/** Decides what becomes of the next call of an operation. */
export const nextCall = async (input: Input, terminal: Terminal): Promise<number> => {
  const [operation, ...others] = input.words;
  if (operation === undefined) throw new UsageError('next-call needs an operation, such as: next-call createOrder');
  if (others.length > 0) throw new UsageError(`next-call takes one operation, not ${String(others.length + 1)}`);
  const [fault, delay, file] = ['fault', 'delay', 'save'].map(input.text);
  const [status, times] = [readNumber(input, 'status'), readNumber(input, 'times')];
  if (fault !== undefined && !FAULTS.includes(fault))
    throw new UsageError(`"${fault}" is no fault: ${suggest(fault, FAULTS)}`);
  if (status === undefined && fault === undefined && delay === undefined)
    throw new UsageError('next-call needs --status, --fault or --delay');
  const offContract = input.isSet('off-contract') ? true : undefined;
  return withServer(input, terminal, async (server, print) => {
    const body = { operation, status, fault, delay, times, offContract };
    const made = await server.json('POST', '/next-calls', { body }).catch(inTermsOfFlags);
    const { name, teaches } = made as Schemas['Scenario'];
    print(String(teaches));
    print(`It is the scenario ${name}: "vatmock scenario off ${name}" ends it.`);
    if (file === undefined) return;
    const { text } = (await server.json('GET', `/scenarios/${name}/source`)) as Schemas['ScenarioSource'];
    await writeFile(file, text);
    print(`Saved as ${file}.`);
  });
};

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
