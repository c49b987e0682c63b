import type { Config } from '../../config/config.ts';
import type { StartedServer } from '../../composition/create-mock.ts';
import { firstCallOf } from '../../engine/contract/first-call.ts';
import type { Resource } from '../../engine/resources/resource.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import { alignColumns } from '../terminal/lines.ts';

/** Startup output: addresses, and one command that works. */
export const toBanner = (
  { url, baseUrl, tokenUrl, metricsUrl, contract, resources, webhookSecret, storage }: StartedServer,
  config: Config,
  {
    hasOperator,
    storageFrom,
  }: {
    readonly hasOperator: boolean;
    /** The variable or flag that chose the storage, if one did. */
    readonly storageFrom: string | undefined;
  },
): string => {
  const { mode, organizations, spec, webhookUrl } = config;
  const lines = [
    `vatmock serves "${contract.title}" ${contract.version}`,
    '',
    ...toBaseLines(url, contract.described),
    `  Token URL   ${tokenUrl}`,
    ...(config.console === 'on' ? [`  Console     ${url}/__console`] : []),
    `  Health      ${url}/__admin/health`,
    ...(metricsUrl === undefined ? [] : [`  Metrics     ${metricsUrl}`]),
    `  Storage     ${storageFrom === undefined ? `${storage}; lost when the server stops` : `${storage} (${storageFrom})`}`,
    `  Operations  ${contract.operations.length}`,
    ...toResourceLines(resources),
    ...(webhookUrl === undefined
      ? []
      : [
          `  Webhooks    ${webhookUrl}`,
          `  Signed with ${config.webhookSecret === undefined ? String(webhookSecret) : 'the configured secret'}`,
        ]),
    '',
    ...(mode === 'hosted' && !hasOperator
      ? CLOSED
      : [
          'Try it:',
          '',
          ...(mode === 'hosted'
            ? tryHosted(url)
            : spec !== undefined
              ? [`  ${firstCallOf(contract.operations, baseUrl)?.command ?? `curl -i ${baseUrl}/`}`]
              : tryBundled(baseUrl, tokenUrl, organizations)),
        ]),
    '',
    'Press Ctrl-C to stop.',
  ];
  return lines.join('\n');
};

/** The bundled clients are public; secrets of a user's own organizations file are not shown. */
const tryBundled = (baseUrl: string, tokenUrl: string, organizations: string | undefined): string[] => [
  `  TOKEN=$(curl -s ${tokenUrl} -d grant_type=client_credentials ${organizations === undefined ? '-d client_id=api-client-demo -d client_secret=demo-secret' : '-d client_id=YOUR_CLIENT -d client_secret=ITS_SECRET'} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
  `  curl -i ${baseUrl}/me -H "Authorization: Bearer $TOKEN"`,
];

/** A hosted server starts without clients. */
const tryHosted = (url: string): string[] => [
  `  curl -s -X POST ${url}/__admin/sandboxes -H "Authorization: Bearer $ADMIN_TOKEN"`,
];

/** Without an operator token, no example command would work. */
const CLOSED = [
  'Sandboxes cannot be created until ADMIN_TOKEN is set: stop this server and restart it with a token of your choice',
  '(16 characters or more) in the environment variable ADMIN_TOKEN.',
];

/** Of several descriptions, each with its file. */
const toBaseLines = (url: string, described: Contract['described']): readonly string[] =>
  described.map(({ file, basePath }) => `  Base URL    ${url}${basePath}${described.length > 1 ? `  of ${file}` : ''}`);

const MOST_RESOURCES = 12;

/** What is kept of a user's own description, each with what its operations do. */
const toResourceLines = (resources: readonly Resource[]): string[] => {
  const shown = resources.slice(0, MOST_RESOURCES);
  const rows = shown.map(({ path, operations }) => {
    const words = operations.map((each) => (each.does === 'action' ? each.operationId : each.does));
    return [path, [...new Set(words)].join(', ')];
  });
  const lines = [...alignColumns(rows)];
  const others = resources.length - shown.length;
  if (others > 0) lines.push(`and ${others} more, which "vatmock validate --resources" lists`);
  return lines.map((line, index) => `  ${index === 0 ? 'Keeps     ' : '          '}  ${line}`);
};
