import { type Setting, toKebab, variableOf } from '../../src/config/setting.ts';
import { SETTINGS } from '../../src/generated/settings.ts';
import { limits } from './limits.ts';
import { describeMetrics } from './metrics.ts';
import { table } from './table.ts';

const settings = (): string =>
  table(
    ['Flag', 'Variable', 'Default', 'What it does'],
    Object.entries<Setting>(SETTINGS).map(([name, { fallback, hostedFallback, help, isSecret }]) => [
      isSecret === true ? '' : `\`--${toKebab(name)}\``,
      `\`${variableOf(name)}\``,
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

A flag overrides its environment variable, which overrides the default. \`createMock\` takes the same settings and limits in camel case (\`publicUrl\`, \`maxBodyBytes\`); its port defaults to 0.

${settings()}

## Limits

Hosted servers have tighter limits, because strangers share them. Override single limits with \`--limits\` (\`VATMOCK_LIMITS\`): \`--limits max-guesses=10,sandbox-ttl=P30D\`. Lengths and counts of single members are in the descriptions (\`/openapi.yaml\`, \`/__admin/openapi.yaml\`); the rate limits of the API follow from the organization's tier.

${limits(control)}

## Metrics

With \`--metrics-port\` ([monitoring](hosting.md#monitoring)).

${metrics()}
`;
