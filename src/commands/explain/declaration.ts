import type { CommandDetails } from '../command-line/declaration.ts';
import { SERVER_FLAGS } from '../remote/server-flags.ts';

export const EXPLAIN: CommandDetails = {
  about: `The explanation lists every check that the request passed, the one that refused it with its rule, and the smallest change
that would have passed. ID is the X-Mock-Request-Id of a response; last is the newest request. Without an argument, vatmock
explains the newest refusal (a status of 400 or above), or the newest request if none was refused.

  vatmock explain
  vatmock explain last
  vatmock explain 0f7c5752-6f6e-4f9e-9d3a-7c1f1c7f2a10`,
  flags: { json: { help: 'print the response of the control API unchanged' }, ...SERVER_FLAGS },
  notes: `Exit codes: 0 success, 1 the request does not exist, or the server refuses or is unreachable,
2 invalid command line.`,
  wordChoices: ['last'],
};
