import type { Input } from './command-line/command.ts';
import { remote } from './remote/remote.ts';
import type { Terminal } from './terminal/terminal.ts';
import type { Api } from '../generated/admin-types.ts';
import type { ScenarioSchema } from '../generated/control-schemas.ts';
import type { Violation } from '../kernel/problem.ts';
import { counted } from '../kernel/sentence.ts';
import type { RemoteError } from './remote/remote-error.ts';
import { alignColumns } from './terminal/lines.ts';
import { UsageError } from './terminal/exit-codes.ts';
import { parsedOr } from '../kernel/json.ts';

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

/** Parses `blockers[0].code=CMR_MISSING` into path and value: JSON if it parses, else text. */
const parseSetting = (
  text: string,
): { readonly path: string; readonly keys: readonly (string | number)[]; readonly value: unknown } => {
  const sign = text.indexOf('=');
  const path = text.slice(0, Math.max(0, sign)).trim();
  if (path === '')
    throw new UsageError(
      `--set needs path=value, such as outcome=REJECTED or blockers[0].code=CMR_MISSING, not "${text}"`,
    );
  const keys = path
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .map((key) => (/^(?:0|[1-9]\d{0,3})$/.test(key) ? Number(key) : key));
  if (keys.includes('')) throw new UsageError(`--set ${text}: the path "${path}" has an empty segment`);
  const value = text.slice(sign + 1);
  return { path, keys, value: parsedOr(value, () => JSON.parse(value) as unknown) };
};

/** Members by name, without a prototype, so that no name has a special meaning. */
type Branch = Record<string | number, unknown>;

const newBranch = (key: string | number | undefined): Branch =>
  (typeof key === 'number' ? [] : Object.create(null)) as Branch;

/** Whether the branch accepts the key: lists take numbers, objects names. */
const takes = (branch: unknown, key: string | number): boolean => Array.isArray(branch) === (typeof key === 'number');

/** Builds the data from a list of `path=value`. */
const toData = (settings: readonly string[]): object => {
  const data = newBranch('');
  for (const setting of settings) {
    const { path, keys, value } = parseSetting(setting);
    let branch = data;
    for (const [index, key] of keys.entries()) {
      if (!takes(branch, key))
        throw new UsageError(
          `--set ${path}: the parent of "${String(key)}" is ${Array.isArray(branch) ? 'a list' : 'not a list'}`,
        );
      if (index === keys.length - 1) {
        branch[key] = value;
        break;
      }
      const inner = (branch[key] ??= newBranch(keys[index + 1]));
      if (typeof inner !== 'object')
        throw new UsageError(`--set ${path}: another --set already gives "${String(key)}" a value`);
      branch = inner as Branch;
    }
  }
  return data;
};
