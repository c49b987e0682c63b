import { createHash } from 'node:crypto';
import { mediaTypeParameter } from '../../kernel/media-type.ts';

/**
 * The Content-Security-Policy of one of our pages: nothing is loaded, executed or framed; its style sheet is allowed by
 * hash. `formAction` is the allowed target of its forms; by default none.
 */
const toPagePolicy = (style: string, formAction: "'none'" | "'self'" = "'none'"): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** A self-contained HTML document around a body that is already HTML; the title is plain text. */
export const toPage = ({
  title,
  style,
  body,
}: {
  readonly title: string;
  readonly style: string;
  readonly body: string;
}) =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;

/**
 * Style sheet of all text pages: the reader's colour scheme, a readable line length, the accent colour of the documents.
 */
const STYLE = `
:root {
  color-scheme: light dark;
  --surface: light-dark(#ffffff, #14171c);
  --raised: light-dark(#f4f6f9, #1d2128);
  --line: light-dark(#d5dae2, #363c47);
  --text: light-dark(#1b2028, #e6e9ee);
  --muted: light-dark(#566072, #a3adbd);
  --accent: light-dark(#12456b, #8fc1e8);
  --on-accent: light-dark(#ffffff, #101419);
  --bad: light-dark(#b3261e, #f2a19b);
  --ok: light-dark(#1d6b3a, #86d3a2);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 44rem; padding: 1.5rem 1rem 3rem;
  background: var(--surface); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word;
}
a { color: var(--accent); text-underline-offset: 0.15em; }
h1 { margin: 0.75rem 0 0.25rem; font-size: 1.75rem; line-height: 1.2; text-wrap: balance; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.2rem; line-height: 1.3; }
p, ul, dl { margin: 0.5rem 0; }
li { margin-bottom: 0.4rem; }
nav { color: var(--muted); font-size: 0.875rem; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 0.9em; }
code { overflow-wrap: anywhere; }
pre { margin: 0.5rem 0; padding: 0.75rem 1rem; overflow-x: auto; background: var(--raised); border: 1px solid var(--line); border-radius: 6px; line-height: 1.45; }
pre code { overflow-wrap: normal; }
.lead { color: var(--muted); margin-top: 0; }
.note { border-left: 3px solid var(--bad); padding: 0.25rem 0 0.25rem 0.75rem; }
.done { border-left-color: var(--ok); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
form { margin: 1.5rem 0; }
fieldset { margin: 0 0 1.5rem; padding: 0; border: 0; display: grid; grid-template-columns: 1fr 1fr; gap: 0.9rem 1rem; }
legend { padding: 0 0 0.5rem; font-weight: 600; }
.field { display: flex; flex-direction: column; gap: 0.25rem; min-width: 0; }
.wide { grid-column: 1 / -1; }
label { font-size: 0.9rem; }
label span { color: var(--muted); }
input, select { width: 100%; padding: 0.5rem 0.6rem; font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: 6px; }
input:focus-visible, select:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
[aria-invalid="true"] { border-color: var(--bad); }
.fault { margin: 0; color: var(--bad); font-size: 0.875rem; }
button { padding: 0.6rem 1.2rem; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 6px; cursor: pointer; }
@media (max-width: 34rem) { fieldset { grid-template-columns: 1fr; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 0.5rem; } }
`;

/** Content-Security-Policy of text pages: nothing is loaded, executed, submitted or framed. */
export const TEXT_PAGE_POLICY = toPagePolicy(STYLE);

/** The same for a page with a form that submits to this server. */
export const FORM_PAGE_POLICY = toPagePolicy(STYLE, "'self'");

/** A text page around a body that is already HTML; the title is plain text. */
export const toTextPage = (title: string, body: readonly string[]): string =>
  toPage({ title, style: STYLE, body: body.join('\n') });

/** Browsers list `text/html` first; a client that accepts both formats equally gets JSON. */
export const prefersHtml = (accept = '*/*'): boolean => {
  const ranges = new Map(
    accept
      .split(',')
      .map((range) => [(range.split(';')[0] ?? '').trim().toLowerCase(), Number(mediaTypeParameter(range, 'q') ?? 1)]),
  );
  // The most specific range decides (RFC 9110, 12.5.1).
  const qualityOf = (type: string, subtype: string): number =>
    ranges.get(`${type}/${subtype}`) ?? ranges.get(`${type}/*`) ?? ranges.get('*/*') ?? 0;
  return qualityOf('text', 'html') > qualityOf('application', 'json');
};
