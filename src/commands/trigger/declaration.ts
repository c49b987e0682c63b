import type { CommandDetails } from '../command-line/declaration.ts';
import { SERVER_FLAGS } from '../remote/server-flags.ts';

/** Possible targets of an event: the flag, and the member of the call. */
export const TARGETS = {
  order: { member: 'orderUuid', help: 'the order of the event; for kyc events, the order of the buyer' },
  buyer: { member: 'buyerUuid', help: 'the buyer' },
  prospect: { member: 'prospectUuid', help: 'the prospect' },
  invitation: { member: 'invitationUuid', help: 'the self-service invitation' },
  webhook: { member: 'endpointId', help: 'the webhook endpoint, for webhook.* events' },
} as const;

export const TRIGGER: CommandDetails = {
  about: `The event is delivered through the outbox to the webhook endpoints that subscribe to it, as if it had happened. Nothing else
in the sandbox changes. Fields that you do not set come from the order, buyer, ... that you name, or from a sample.

  vatmock trigger compliance.decision_made
  vatmock trigger compliance.status_changed --order UUID
  vatmock trigger kyc.verification_completed --set outcome=REJECTED --set reason='The passport had expired.'`,
  flags: {
    set: {
      value: 'PATH=VALUE',
      help: 'set a field of data, such as outcome=REJECTED or blockers[0].code=CMR_MISSING; values that are valid JSON are parsed as JSON',
      isRepeated: true,
    },
    ...Object.fromEntries(
      Object.entries(TARGETS).map(([name, { member, help }]) => [
        name,
        { value: member.endsWith('Id') ? 'ID' : 'UUID', help },
      ]),
    ),
    list: { help: 'list all events' },
    ...SERVER_FLAGS,
  },
  notes:
    'Exit codes: 0 the event was emitted, 1 the server refused it or is unreachable, 2 invalid command line or unknown event.',
};
