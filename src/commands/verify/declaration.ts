import type { CommandDetails } from '../command-line/declaration.ts';
import { SERVER_FLAGS } from '../remote/server-flags.ts';

export const VERIFY: CommandDetails = {
  about: `Checks the signature of a delivery as a correct receiver does, step by step. If it is not genuine, the causes say what is
most likely wrong and how to mend it. FILE is the delivery as your receiver got it: the headers, an empty line, and the body byte
for byte; the arrows of curl -v do not matter. Without --secret, the server verifies with the secrets of --webhook, or of all
webhook endpoints of the sandbox.

  vatmock verify delivery.http
  vatmock verify --header 'X-Service-Signature: t=1795165200,v1=5257a869...' --body body.json --secret whsec_...
  vatmock verify --delivery del_01JBE2A5T0X3C6V9B2N5M8Q1WZ`,
  flags: {
    header: { value: "'NAME: VALUE'", help: 'a header that you received, with --body', isRepeated: true },
    body: { value: 'FILE', help: 'the body that you received, byte for byte' },
    delivery: {
      value: 'ID',
      help: 'a delivery of the sandbox, for the headers and the body that you do not give',
    },
    secret: { value: 'SECRET', help: 'the secret that your receiver verifies with', env: 'VATMOCK_WEBHOOK_SECRET' },
    webhook: { value: 'ID', help: 'verify with the secrets of this webhook endpoint' },
    at: { value: 'TIME', help: 'when you received it, such as 2026-11-20T09:00:03Z (default: now, on the wall clock)' },
    json: { help: 'print the response of the control API' },
    ...SERVER_FLAGS,
  },
  wordChoices: 'files',
  notes: `Exit codes: 0 the delivery is genuine, 1 it is not, or the server refuses or is unreachable, 2 invalid command line or
unreadable file.`,
};
