import type { components } from '../../generated/admin-types.ts';
import type { CommandDetails } from '../command-line/declaration.ts';
import { SERVER_FLAGS } from '../remote/server-flags.ts';

type Fault = NonNullable<components['schemas']['NextCallRequest']['fault']>;

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

export const NEXT_CALL: CommandDetails = {
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
    ...SERVER_FLAGS,
  },
  notes:
    'Exit codes: 0 success, 1 the operation cannot do this, or the server refuses or is unreachable, 2 invalid command line.',
};
