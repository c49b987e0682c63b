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
