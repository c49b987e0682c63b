import { timingSafeEqual } from 'node:crypto';
import { signatureBy } from './sign.ts';
import type { SignatureProfile } from './signature-profile.ts';

export interface ReceivedMessage {
  /** Value of a header; names are case-insensitive. */
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array;
}

/** The result of verifying as a receiver would. */
export type SignatureVerdict =
  /** No header contains a signature. */
  | { readonly kind: 'missing' }
  /** No secret matches the signature. */
  | { readonly kind: 'invalid' }
  /**
   * Signed by the secret at index `secret` of the list; `timestamp` is the one signed, undefined if the profile has
   * none.
   */
  | { readonly kind: 'signed'; readonly secret: number; readonly timestamp: number | undefined };

/** Parses and verifies what `sign` wrote, with the same profile. */
export const verify = (
  profile: SignatureProfile,
  secrets: readonly string[],
  message: ReceivedMessage,
): SignatureVerdict => {
  const found = readHeaders(profile, message);
  if (found.signatures.length === 0) return { kind: 'missing' };
  const { timestamp = '' } = found;
  const id = found.id ?? idIn(message.body);
  const secret = secrets.findIndex((each) => {
    const expected = signatureBy(profile, each, { id, timestamp, body: message.body });
    return found.signatures.some((signature) => isEqual(signature, expected));
  });
  if (secret === -1) return { kind: 'invalid' };
  return { kind: 'signed', secret, timestamp: timestamp === '' ? undefined : Number(timestamp) * 1000 };
};

interface Found {
  readonly id?: string;
  readonly timestamp?: string;
  readonly signatures: readonly string[];
}

const PLACES: Readonly<Record<string, string>> = {
  id: '(?<id>[\\w-]{1,100})',
  timestamp: '(?<timestamp>\\d{1,12})',
  signature: '(?<signature>.+)',
  signatures: '(?<signatures>.+)',
};

const readHeaders = ({ headers, separator }: SignatureProfile, { header }: ReceivedMessage): Found => {
  let found: Found = { signatures: [] };
  for (const [name, template] of Object.entries(headers)) {
    const places = toPattern(template).exec(header(name) ?? '')?.groups ?? {};
    const { id = found.id, timestamp = found.timestamp, signature, signatures } = places;
    const several = separator === '' ? signatures : signatures?.split(separator);
    found = {
      ...(id === undefined ? {} : { id }),
      ...(timestamp === undefined ? {} : { timestamp }),
      signatures: [...found.signatures, ...[signature ?? [], several ?? []].flat()],
    };
  }
  return found;
};

/** A pattern for a header template; of a repeated placeholder, the first occurrence is captured. */
const toPattern = (template: string): RegExp => {
  const seen = new Set<string>();
  const source = template.split(/(\{[a-z]+\})/).map((part) => {
    const name = /^\{([a-z]+)\}$/.exec(part)?.[1];
    const place = name === undefined ? undefined : PLACES[name];
    if (name === undefined || place === undefined) return part.replaceAll(/[^\w\s]/g, '\\$&');
    if (seen.has(name)) return '.*';
    seen.add(name);
    return place;
  });
  return new RegExp(`^${source.join('')}$`);
};

/** The id of the event, for profiles without a header for it. */
const idIn = (body: Uint8Array): string => {
  try {
    const { id } = JSON.parse(new TextDecoder().decode(body)) as { readonly id?: unknown };
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
};

const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
};
