import { remote } from './remote/remote.ts';
import type { NextCallRequest, ScenarioStatus } from '../generated/control-schemas.ts';
import { writeFile } from 'node:fs/promises';
import { suggest } from '../engine/matching/nearest.ts';
import type { Input } from './command-line/command.ts';
import { RemoteError } from './remote/remote-error.ts';
import { UsageError } from './terminal/usage-error.ts';

type Fault = NonNullable<NextCallRequest['fault']>;

/** Those of the control API: another one there does not compile here. */
export const FAULTS: readonly string[] = Object.keys({
  reset: true,
  'commit-then-reset': true,
  'slow-body': true,
  CONNECTION_RESET_BY_PEER: true,
  EMPTY_RESPONSE: true,
  MALFORMED_RESPONSE_CHUNK: true,
  RANDOM_DATA_THEN_CLOSE: true,
} satisfies Record<Fault, true>);

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
export const command = remote(
  {
    usage: 'OPERATION [--status 409] [--fault reset] [--delay PT5S] [options]',
    about: `The next call of OPERATION, an operationId or '*' for any, gets this response instead of the usual one, once it has passed every
check. It is a scenario of one step, active in the sandbox until it is used up; a second one for the same operation waits.

  vatmock next-call createOrder --status 409
  vatmock next-call createOrder --fault reset
  vatmock next-call getOrder --delay PT5S --times 3
  vatmock next-call createOrder --status 409 --save conflict.yaml`,
    flags: {
      status: { value: 'STATUS', help: 'a status that the operation declares, with the first example of it' },
      fault: { value: 'FAULT', help: 'what breaks the response', choices: FAULTS },
      delay: { value: 'DURATION', help: 'how long the response is held back, in real time, such as PT5S' },
      times: { value: 'N', help: 'for how many calls', fallback: '1' },
      'off-contract': { help: 'accept a status that the operation does not declare' },
      save: { value: 'FILE', help: 'also save the scenario as a file, to keep and change it' },
    },
    notes:
      'Exit codes: 0 success, 1 the operation cannot do this, or the server refuses or is unreachable, 2 invalid command line.',
  },
  (input) => {
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
  },
);
