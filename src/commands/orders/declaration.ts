import type { CommandDetails } from '../command-line/declaration.ts';
import { SERVER_FLAGS } from '../remote/server-flags.ts';

export const ORDERS: CommandDetails = {
  about: `Lists the orders of the sandbox, those changed last first: externalOrderId, status, verdict or blockers, buyer, UUID. TEXT selects
those whose UUID, externalOrderId, VINs, buyer or VAT number contain it.

  vatmock orders
  vatmock orders DE100`,
  flags: {
    limit: { value: 'N', help: 'how many, at most 100', fallback: '50' },
    json: { help: 'print the response of the control API unchanged' },
    ...SERVER_FLAGS,
  },
  notes: 'Exit codes: 0 success, 1 the server refuses or is unreachable, 2 invalid command line.',
};
