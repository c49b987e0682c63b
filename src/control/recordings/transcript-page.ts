import type { CapsuleBody, CapsuleRequest } from '../../engine/capsule/capsule.ts';
import { escapeHtml, toPage } from '../../engine/html/html.ts';
import type { Organization } from '../../identity/organization.ts';
import { fromBytesForm } from '../../kernel/bytes-form.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { targetOf } from '../../kernel/http.ts';
import { parsedOr, parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import { STATUS_CODES } from '../../kernel/status-codes.ts';
import { counted } from '../../kernel/sentence.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { toClockMoves } from './clock-moves.ts';

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
export function* toTranscript(
  calls: readonly CapsuleRequest[],
  {
    owner: { name, sandbox },
    baseUrl,
    madeAt,
  }: {
    readonly owner: Organization;
    readonly baseUrl: string;
    /** When the page is made, as a date and time. */
    readonly madeAt: string;
  },
): Steps<string> {
  const title = `Calls of ${name}`;
  const about = `${calls.length} calls to ${baseUrl} in the sandbox ${sandbox}, oldest first. Made on ${madeAt.slice(0, 10)} at ${madeAt.slice(11, 16)} UTC. Credentials are left out.`;
  const { moves } = toClockMoves(calls);
  const body = [`<h1>${escapeHtml(title)}</h1>`, `<p>${escapeHtml(about)}</p>`];
  for (const [index, call] of calls.entries()) {
    // Somebody waited, or moved the clock.
    const moved = moves[index] ?? 0;
    if (moved > 0) body.push(`<p class="passage">The clock moved by ${inWords(moved)}</p>`);
    body.push(toArticle(call, index + 1));
    yield;
  }
  return toPage({ title, style: STYLE, body: body.join('\n') });
}

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

const toArticle = (call: CapsuleRequest, number: number): string => {
  const { method, operationId, at, headers, body, parts, answer, events = [] } = call;
  const { status } = answer;
  const sent = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const { 'idempotency-key': key } = sent;
  const facts = [
    operationId ?? 'no operation',
    toIsoDateTime(at).replace('T', ' ').slice(0, 19),
    ...(key === undefined ? [] : [`Idempotency-Key ${key}`]),
    ...(events.length === 0 ? [] : [`events: ${events.join(', ')}`]),
  ];
  return [
    '<article>',
    `<h2><span>${number}</span><code>${escapeHtml(`${method} ${targetOf(call)}`)}</code>`,
    `<span class="${status < 400 ? 'good' : 'bad'}">${status} ${escapeHtml(STATUS_CODES[status] ?? '')}</span></h2>`,
    `<p>${escapeHtml(facts.join(' · '))}</p>`,
    ...toSection('Request', parts === undefined ? toText(body, sent) : toFields(parts)),
    ...toSection('Response', toText(answer.body, answer.headers)),
    '</article>',
  ].join('\n');
};

const toSection = (title: string, text: string | undefined): readonly string[] =>
  text === undefined ? [] : [`<h3>${title}</h3>`, `<pre>${escapeHtml(text)}</pre>`];

const toFields = (parts: NonNullable<CapsuleRequest['parts']>): string =>
  parts
    .map(({ name, value = '', fileName, byteLength = 0 }) =>
      fileName === undefined ? `${name}: ${value}` : `${name}: ${fileName} (${byteLength} bytes)`,
    )
    .join('\n');

/** Characters that are shown of a body: as many as the journal keeps. */
const MOST_SHOWN = 16_384;

const toText = (
  body: CapsuleBody | null,
  { 'content-type': mediaType = '' }: Readonly<Record<string, string>>,
): string | undefined => {
  if (body === null) return undefined;
  const { text, cut } = body;
  if (text === undefined) return `${mediaType}, ${fromBytesForm(body).byteLength} bytes`;
  if (cut === true || text.length > MOST_SHOWN) return `${text.slice(0, MOST_SHOWN)}\n[only the beginning is shown]`;
  return parsedOr(text, () => stringifyJson(parseOwnJson(text), 2));
};
