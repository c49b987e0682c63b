import type { CommandDetails } from '../command-line/declaration.ts';
import { SERVER_FLAGS } from '../remote/server-flags.ts';

export const SCENARIO: CommandDetails = {
  about: `Activates a scenario for every call to the sandbox, from its beginning, or ends it. Without an argument, lists the scenarios and
marks the active ones.

  vatmock scenario
  vatmock scenario on lost-answer
  vatmock scenario off lost-answer`,
  flags: SERVER_FLAGS,
  notes:
    'Exit codes: 0 success, 1 the scenario does not exist, or the server refuses or is unreachable, 2 invalid command line.',
  wordChoices: ['on', 'off'],
};
