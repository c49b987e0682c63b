import type { SignatureProfile } from './signature-profile.ts';

export interface ReceivedMessage {
  /** Value of a header; names are case-insensitive. */
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array;
}

/** What the headers of a message contain, by their templates. */
export interface Found {
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

export const readHeaders = (
  { headers, separator }: SignatureProfile,
  { header }: Pick<ReceivedMessage, 'header'>,
): Found => {
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
export const idIn = (body: Uint8Array): string => {
  try {
    const { id } = JSON.parse(new TextDecoder().decode(body)) as { readonly id?: unknown };
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
};
