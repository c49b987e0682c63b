import type { SignatureProfile } from './signature-profile.ts';

/** Headers set by the delivery itself, or by HTTP. */
const RESERVED = new Set([
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
const VISIBLE = /^[\x20-\x7e]*$/;

const PLACES = {
  content: ['id', 'timestamp', 'body'],
  signature: ['id', 'timestamp', 'digest'],
  header: ['id', 'timestamp', 'signature', 'signatures'],
};

/** Semantic errors of a user-defined profile, beyond its schema; empty if it can sign. */
export const profileFaults = ({ content, signature, separator, headers }: SignatureProfile): readonly string[] => {
  const names = Object.keys(headers);
  const all = Object.values(headers).join();
  return [
    ...unknownPlaces('content', content, PLACES.content),
    ...(content.includes('{body}') ? [] : ['content does not hold {body}: the body would not be signed']),
    ...unknownPlaces('signature', signature, PLACES.signature),
    ...(signature.includes('{digest}') ? [] : ['signature does not hold {digest}']),
    ...(VISIBLE.test(separator + signature) ? [] : ['signature or separator holds what a header cannot']),
    ...names.flatMap((name) => headerFaults(name, headers[name] ?? '')),
    ...(/\{signatures?\}/.test(all) ? [] : ['no header holds {signature} or {signatures}']),
    ...(new Set(names.map((name) => name.toLowerCase())).size === names.length ? [] : ['a header stands twice']),
  ];
};

const headerFaults = (name: string, template: string): string[] => [
  ...(TOKEN.test(name) ? [] : [`"${name}" is no name of a header`]),
  ...(RESERVED.has(name.toLowerCase()) ? [`${name} is set by the delivery itself`] : []),
  ...(VISIBLE.test(template) ? [] : [`${name} holds what a header cannot`]),
  ...unknownPlaces(name, template, PLACES.header),
];

const unknownPlaces = (where: string, template: string, known: readonly string[]): string[] =>
  [...template.matchAll(/\{([^{}]*)\}/g)]
    .filter(([, name = '']) => !known.includes(name))
    .map(([place]) => `${where} holds ${place}; it may hold ${known.map((name) => `{${name}}`).join(', ')}`);
