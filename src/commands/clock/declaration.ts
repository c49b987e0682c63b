import type { CommandDetails } from '../command-line/declaration.ts';
import { SERVER_FLAGS } from '../remote/server-flags.ts';

export const CLOCK: CommandDetails = {
  about: `Without an argument, prints the time on the sandbox's clock. Otherwise moves it, and everything that becomes due happens on the
way, each at its own time. The clock never goes back.

  vatmock clock
  vatmock clock +3d
  vatmock clock +1h30m
  vatmock clock 2026-12-24T18:00:00Z
  vatmock clock freeze
  vatmock clock resume`,
  flags: SERVER_FLAGS,
  notes: 'Exit codes: 0 success, 1 the server refuses or is unreachable, 2 invalid command line.',
  wordChoices: ['freeze', 'resume', '+1h', '+1d'],
};
