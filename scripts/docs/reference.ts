import type { Contract } from '../../src/engine/contract/contract.ts';
import { valueAt } from '../../src/kernel/json-pointer.ts';
import { createBehaviours } from '../../src/vat/behaviours.ts';
import { completePolicy } from '../../src/engine/policy/policy.ts';
import { OWN_FINDINGS } from '../../src/vat/coaching/detectors.ts';
import { PROBLEMS } from '../../src/vat/policy/problem.ts';
import { linkAssumptions, table } from './table.ts';

const { detectors, receiverRules, undetectable } = completePolicy(
  { findings: OWN_FINDINGS },
  { failed: () => undefined },
);

/** Only their names matter here. */
const behaviours = createBehaviours({ refusalOf: () => '', drawSecret: () => '' });

const provenance = (described: unknown): string => {
  const { 'x-assumption': assumption, 'x-provenance': source } = described as Readonly<Record<string, unknown>>;
  const ids = Array.isArray(assumption) ? (assumption as string[]) : typeof assumption === 'string' ? [assumption] : [];
  const assumed = linkAssumptions(ids);
  return source === 'documented' ? `documented${assumed === '' ? '' : `; assumed: ${assumed}`}` : `assumed: ${assumed}`;
};

const operations = ({ operations: all, document }: Contract): string =>
  table(
    ['Operation', 'Method and path', 'Answered from', 'Statuses and examples', 'Source'],
    all.map((operation) => [
      `\`${operation.id}\``,
      `\`${operation.method} ${operation.path}\``,
      behaviours[operation.id] === undefined ? 'description' : 'state',
      operation.responses
        .map(({ status, contents }) => {
          const names = [...new Set(contents.flatMap(({ examples }) => examples.map(({ name }) => `\`${name}\``)))];
          return `${status}${names.length > 0 ? `: ${names.join(', ')}` : ''}`;
        })
        .join('<br>'),
      provenance(valueAt(document, operation.pointer)),
    ]),
  );

const controlCalls = ({ operations: all, document }: Contract): string =>
  table(
    ['Call', 'What it does'],
    all.map(({ method, path, pointer }) => {
      const { summary, 'x-operator-only': isForOperator } = valueAt(document, pointer) as {
        readonly summary: string;
        readonly 'x-operator-only'?: boolean;
      };
      return [`\`${method} ${path}\``, `${summary}${isForOperator === true ? ' (operator)' : ''}`];
    }),
  );

const problems = (): string => {
  const rows = [...PROBLEMS].map(([name, { status, title, texts }]) => [
    `[\`${name}\`](#${name})`,
    String(status),
    title,
    texts.meaning,
  ]);
  const sections = [...PROBLEMS].map(
    ([
      name,
      {
        texts: { causes, remedy, rule },
      },
    ]) => {
      const ids = linkAssumptions(rule.assumptions);
      const source = [rule.documented ? 'documented' : 'our own type', ...(ids === '' ? [] : [`assumed: ${ids}`])];
      return `### ${name}\n\n${causes.map((cause) => `- ${cause}`).join('\n')}\n\n**Remedy:** ${remedy} **Rule:** ${rule.text} (${source.join('; ')})`;
    },
  );
  return `${table(['Type', 'Status', 'Title', 'Meaning'], rows)}\n\n${sections.join('\n\n')}`;
};

const findings = (): string =>
  table(
    ['Rule', 'What the client or receiver does', 'How it is seen', 'What the description says'],
    [...detectors.map(({ rule }) => rule), ...receiverRules].map(({ id, title, quote = '', seenBy, assumptions }) => [
      `\`${id}\``,
      title,
      seenBy,
      `“${quote}” ${linkAssumptions(assumptions)}`,
    ]),
  );

const unseen = (): string =>
  table(
    ['Mistake', 'What the description says', 'How to find it'],
    undetectable.map(({ mistake, quote, instead }) => [mistake, `“${quote}”`, instead]),
  );

/** docs/reference.md: every name that a client, a test or an operator meets. */
export const reference = (
  note: string,
  { api, control }: { readonly api: Contract; readonly control: Contract },
): string =>
  `# Reference

${note}

The console has the same under _Reference_, with schemas and samples.

## Operations

Operations answered from \`state\` read and change the sandbox of the caller's organization (\`X-Mock-Source: stateful\`); the others are generated from the description (\`faked\`). With \`Prefer: code=...\` you can request any of the statuses, and with \`Prefer: example=...\` any of the examples; neither changes state.

${operations(api)}

## Control calls

Below \`/__admin\`. [control-api.md](control-api.md) explains them; \`GET /__admin/openapi.yaml\` has their parameters and bodies. Calls marked _operator_ need the operator's token where control calls need one.

${controlCalls(control)}

## Problem types

The \`type\` of a problem is the URL of a page on the running stub with the same text: HTML in a browser, JSON for a program. Clients should key on \`type\` and tolerate unknown types. Operations do not list the statuses that any request can get (405, 406, 408, 410, 413, 415, 431, 501, 503, 507).

${problems()}

## Findings

What the stub [watches for](testing.md#what-your-client-does-wrong) in a client. A scenario or the control API must spoil a delivery first to reveal what a receiver does.

${findings()}

These mistakes leave no trace in a client's requests; \`GET /__admin/findings\` lists them in \`notSeen\`:

${unseen()}
`;
