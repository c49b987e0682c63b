import { createHash } from 'node:crypto';

/**
 * The Content-Security-Policy of one of our pages: nothing is loaded, executed or framed; its style sheet is allowed by
 * hash. `formAction` is the allowed target of its forms; by default none.
 */
export const toPagePolicy = (style: string, formAction: "'none'" | "'self'" = "'none'"): string =>
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
