import type { Setting } from '../../src/config/setting.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import { limits } from './limits.ts';
import { describeMetrics } from './metrics.ts';
import { table } from './table.ts';

const settings = (): string =>
  table(
    ['Flag', 'Variable', 'Default', 'What it does'],
    Object.values<Setting>(SETTINGS).map(({ flag, env, fallback, hostedFallback, help }) => [
      `\`--${flag}\``,
      `\`${env}\``,
      [
        ...(fallback === undefined ? [] : [`\`${fallback}\``]),
        ...(hostedFallback === undefined ? [] : [`hosted: \`${hostedFallback}\``]),
      ].join('<br>'),
      help,
    ]),
  );

const metrics = (): string =>
  table(
    ['Metric', 'Type', 'Labels', 'What it says'],
    describeMetrics().map(({ name, type, labelNames, help }) => [
      `\`${name}\``,
      type,
      labelNames.map((label) => `\`${label}\``).join(', '),
      help,
    ]),
  );

/** docs/configuration.md: everything an operator can set, runs into and can measure. */
export const configuration = (note: string, control: unknown): string =>
  `# Settings, limits and metrics

${note}

## Settings

A flag overrides its environment variable, which overrides the default. \`createMock\` takes the same settings in camel case (\`maxBodyBytes\`); its port defaults to 0. Hosted mode has tighter defaults where the table names two.

${settings()}

## Limits

Settings that are limits are in the table above; lengths and counts of single members are in the descriptions (\`/openapi.yaml\`, \`/__admin/openapi.yaml\`). The rate limits of the API follow from the organization's tier.

${limits(control)}

## Metrics

With \`--metrics-port\` ([monitoring](hosting.md#monitoring)).

${metrics()}
`;
