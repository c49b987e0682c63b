import type { CommandDetails } from '../command-line/declaration.ts';
import { SERVER_FLAGS } from '../remote/server-flags.ts';

export const LOG: CommandDetails = {
  about: `Lists the latest requests of the sandbox, oldest first: time, status, method and path, the reason of a refusal, and the id that
"vatmock explain" takes. --follow continues with each new one until you press Ctrl-C.

  vatmock log --follow`,
  flags: {
    follow: { help: 'continue with new requests' },
    limit: { value: 'N', help: 'how many earlier ones, at most 1000', fallback: '20' },
    ...SERVER_FLAGS,
  },
  notes: 'Exit codes: 0 success, 1 the server refuses, is unreachable or closes the stream, 2 invalid command line.',
};
