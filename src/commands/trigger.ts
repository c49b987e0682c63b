import { remote } from './remote/remote.ts';
import type { NewEvent, ScenarioSchema } from '../generated/control-schemas.ts';
import type { Violation } from '../kernel/problem.ts';
import { counted } from '../kernel/sentence.ts';
import type { RemoteError } from './remote/remote-error.ts';
import { toData } from './remote/set-path.ts';
import { alignColumns } from './terminal/align-columns.ts';
import { UsageError } from './terminal/usage-error.ts';

/** Possible targets of an event: the flag, and the member of the call. */
export const TARGETS = {
  order: { member: 'orderUuid', help: 'the order of the event; for kyc events, the order of the buyer' },
  buyer: { member: 'buyerUuid', help: 'the buyer' },
  prospect: { member: 'prospectUuid', help: 'the prospect' },
  invitation: { member: 'invitationUuid', help: 'the self-service invitation' },
  webhook: { member: 'endpointId', help: 'the webhook endpoint, for webhook.* events' },
} as const;

const toList = ({ events, summaries }: ScenarioSchema['words']): readonly string[] =>
  alignColumns(events.map((type, index) => [type, summaries[index] ?? '']));

const toReport = ({ id, type, data, deliveries }: NewEvent): readonly string[] => [
  `${type} ${id} goes to ${counted(deliveries.length, 'webhook endpoint')}`,
  ...deliveries.map((delivery) => `  ${delivery.endpointId}  ${delivery.id}`),
  ...(deliveries.length === 0
    ? [
        '  No webhook endpoint subscribes to this event: register one with POST /__admin/webhooks, or run "vatmock listen".',
      ]
    : []),
  ...JSON.stringify(data, undefined, 2).split('\n'),
];

/** Reports violations in command-line terms: `data.outcome` came from `--set outcome`. */
const toLines = ({ message, body }: RemoteError, type = ''): readonly string[] => {
  const { errors = [] } = body as { readonly errors?: readonly Violation[] };
  return errors.length === 0
    ? [message]
    : errors.map(({ field, message: fault }) => `${field === 'type' ? `"${type}"` : toArgument(field)} ${fault}`);
};

const toArgument = (field: string): string => {
  if (field.startsWith('data.')) return `--set ${field.slice('data.'.length)}`;
  const target = Object.entries(TARGETS).find(([, { member }]) => member === field);
  return target === undefined ? field : `--${target[0]}`;
};

/** Emits a sample event in a sandbox of a running server, or lists all events of its API. */
export const command = remote(
  {
    about: `The event is delivered through the outbox to the webhook endpoints that subscribe to it, as if it had happened. Nothing else
in the sandbox changes. Without EVENT, lists all events of the API that the server serves. Fields that you do not set come from the order, buyer, ... that you name, or from a sample.

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
    },
    notes: 'Exit codes: 0 the event was emitted, 1 the server refused it or is unreachable, 2 invalid command line.',
    complain: (error, terminal, { words: [type] }) => {
      for (const line of toLines(error, type)) terminal.complain(`vatmock: ${line}`);
    },
  },
  ({ words: [type, ...others], text, texts }) => {
    if (type === undefined)
      return async (server, print) => {
        const { scenario } = (await server.json('GET', '/file-schemas')) as { readonly scenario: ScenarioSchema };
        print(...toList(scenario.words));
      };
    if (others.length > 0)
      throw new UsageError(`trigger takes one event; did you mean --set ${String(others[0])}? (--set before each)`);
    const body = {
      type,
      data: toData(texts('set')),
      ...Object.fromEntries(Object.entries(TARGETS).map(([name, { member }]) => [member, text(name)])),
    };
    return async (server, print) => {
      print(...toReport((await server.json('POST', '/events', { body })) as NewEvent));
    };
  },
);
