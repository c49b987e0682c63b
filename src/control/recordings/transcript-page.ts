import { toSearch } from '../../engine/journal/redact-headers.ts';
import { escapeHtml, toPage } from '../../engine/html/html.ts';
import type { Message, WholeExchange } from '../../generated/control-schemas.ts';
import type { Organization } from '../../identity/organization.ts';
import { STATUS_CODES } from '../../kernel/status-codes.ts';
import { counted } from '../../kernel/sentence.ts';
import { toCallTime, toClockMoves } from './clock-moves.ts';

type ShownBody = NonNullable<Message['body']>;

const STYLE = `
:root { color-scheme: light dark; --line: #8886; --soft: #8881; --dim: #667085; --good: #067647; --bad: #b42318; }
@media (prefers-color-scheme: dark) { :root { --dim: #98a2b3; --good: #47cd89; --bad: #f97066; } }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1rem; margin: 0; display: flex; gap: .6rem; flex-wrap: wrap; align-items: baseline; }
h2 code { overflow-wrap: anywhere; }
p, dl { color: var(--dim); margin: 0 0 1.5rem; }
article { border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; margin: 0 0 1rem; }
article p { margin: .25rem 0 .5rem; font-size: .85rem; }
h3 { font-size: .8rem; color: var(--dim); font-weight: 600; margin: .75rem 0 .25rem; }
.passage { text-align: center; font-size: .85rem; margin: 0 0 1rem; }
pre { background: var(--soft); border-radius: 6px; padding: .6rem .75rem; margin: 0; font-size: .8rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.good { color: var(--good); } .bad { color: var(--bad); }
@media print { body { max-width: none; padding: 0; font-size: 11px; } article { break-inside: avoid-page; } pre { border: 1px solid var(--line); } }
`;

/** The calls as one HTML page without scripts, to read and to print. */
export const toTranscriptPage = (
  exchanges: readonly WholeExchange[],
  {
    owner: { name, sandbox },
    baseUrl,
    madeAt,
  }: {
    readonly owner: Pick<Organization, 'name' | 'sandbox'>;
    readonly baseUrl: string;
    /** When the page is made, as a date and time. */
    readonly madeAt: string;
  },
): string => {
  const title = `Calls of ${name}`;
  const about = `${String(exchanges.length)} calls to ${baseUrl} in the sandbox ${sandbox}, oldest first. Made on ${madeAt.slice(0, 10)} at ${madeAt.slice(11, 16)} UTC. Credentials are left out.`;
  const { moves } = toClockMoves(exchanges.map(toCallTime));
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>${escapeHtml(about)}</p>`,
    ...exchanges.map((exchange, index) => toPassage(moves[index] ?? 0) + toArticle(exchange, index + 1)),
  ];
  return toPage({ title, style: STYLE, body: body.join('\n') });
};

/** Time that somebody waited, or moved the clock by. */
const toPassage = (milliseconds: number): string =>
  milliseconds === 0 ? '' : `<p class="passage">The clock moved by ${inWords(milliseconds)}</p>\n`;

const UNITS = [
  [86_400_000, 'day', Infinity],
  [3_600_000, 'hour', 24],
  [60_000, 'minute', 60],
  [1000, 'second', 60],
] as const;

const inWords = (milliseconds: number): string =>
  UNITS.map(([length, unit, most]) => [Math.floor(milliseconds / length) % most, unit] as const)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => counted(count, unit))
    .join(', ') || 'less than a second';

const toArticle = (exchange: WholeExchange, number: number): string => {
  const { method, path, operationId, status, request, response, sandboxTime, receivedAt, reason, events } = exchange;
  const { 'idempotency-key': key } = request.headers;
  const facts = [
    operationId ?? 'no operation',
    (sandboxTime ?? receivedAt).replace('T', ' ').slice(0, 19),
    ...(key === undefined ? [] : [`Idempotency-Key ${key}`]),
    ...(events.length === 0 ? [] : [`events: ${events.map(({ type }) => type).join(', ')}`]),
  ];
  return [
    '<article>',
    `<h2><span>${String(number)}</span><code>${escapeHtml(`${method} ${path}${toSearch(request.query)}`)}</code>`,
    `<span class="${status < 400 ? 'good' : 'bad'}">${String(status)} ${escapeHtml(STATUS_CODES[status] ?? '')}</span></h2>`,
    `<p>${escapeHtml(facts.join(' · '))}</p>`,
    ...(reason === null ? [] : [`<p class="bad">${escapeHtml(reason)}</p>`]),
    ...toSection('Request', request.body),
    ...toSection('Response', response.body),
    '</article>',
  ].join('\n');
};

const toSection = (title: string, body: ShownBody | null): readonly string[] =>
  body === null ? [] : [`<h3>${title}</h3>`, `<pre>${escapeHtml(toText(body))}</pre>`];

const toText = ({ mediaType, byteLength, cut, json, text, parts }: ShownBody): string => {
  if (parts !== undefined)
    return parts
      .map(({ name, value, fileName, byteLength: size = 0 }) =>
        fileName === undefined ? `${name}: ${value ?? ''}` : `${name}: ${fileName} (${String(size)} bytes)`,
      )
      .join('\n');
  const shown = json === undefined ? text : JSON.stringify(json, undefined, 2);
  const whole = shown ?? `${mediaType}, ${String(byteLength)} bytes`;
  return cut ? `${whole}\n[only the beginning was kept]` : whole;
};
