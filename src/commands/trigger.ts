import type { Input } from './command-line/command.ts';
import { remote } from './remote/remote.ts';
import type { Terminal } from './terminal/terminal.ts';
import type { Api } from '../generated/admin-types.ts';
import type { ScenarioSchema } from '../generated/control-schemas.ts';
import type { Violation } from '../kernel/problem.ts';
import { counted } from '../kernel/sentence.ts';
import type { RemoteError } from './remote/remote-error.ts';
import { toData } from './remote/set-path.ts';
import { alignColumns } from './terminal/align-columns.ts';
import { UsageError } from './terminal/usage-error.ts';

/** Possible targets of an event: the flag, and the member of the call. */
const TARGETS: Readonly<Record<string, string>> = {
  order: 'orderUuid',
  buyer: 'buyerUuid',
  prospect: 'prospectUuid',
  invitation: 'invitationUuid',
  webhook: 'endpointId',
};

type NewEvent = Api['emitEvent']['responses'][201];

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
  const target = Object.entries(TARGETS).find(([, member]) => member === field);
  return target === undefined ? field : `--${target[0]}`;
};

const complain = (error: RemoteError, terminal: Terminal, { words: [type] }: Input): void => {
  for (const line of toLines(error, type)) terminal.complain(`vatmock: ${line}`);
};

/** Emits a sample event in a sandbox of a running server, or lists all events of its API. */
export const run = remote(({ words: [type, ...others], text, texts }) => {
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
    ...Object.fromEntries(Object.entries(TARGETS).map(([name, member]) => [member, text(name)])),
  };
  return async (server, print) => {
    print(...toReport((await server.json('POST', '/events', { body })) as NewEvent));
  };
}, complain);
