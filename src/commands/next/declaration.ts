import type { CommandDetails } from '../command-line/declaration.ts';
import { SERVER_FLAGS } from '../remote/server-flags.ts';

export const NEXT: CommandDetails = {
  about: `The list has the calls that a client may send now, the simulators that are possible, and the next job of the order or its
buyer, each with what it leads to. ORDER is the UUID of an order, or its externalOrderId. Nothing is changed.

  vatmock next 5a1e7c93-4b60-4d2f-9f8a-7c3e1b5d9026
  vatmock next ORD-2026-0417 --curl`,
  flags: {
    curl: { help: 'print the calls of a client as shell commands, which take an access token from TOKEN' },
    json: { help: 'print the response of the control API unchanged' },
    ...SERVER_FLAGS,
  },
  notes: `Exit codes: 0 success, 1 the order does not exist, or the server refuses or is unreachable,
2 invalid command line.`,
};
