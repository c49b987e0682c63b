import { isAnyNumber } from '../../kernel/exact-number.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import type { HeaderDescription } from '../contract/contract.ts';

type Serialization = Pick<HeaderDescription, 'explode' | 'mediaType'>;

/**
 * The text of a header's value: as its media type writes it (OpenAPI 3.1.1, Header Object, `content`), else in style
 * `simple` (RFC 6570, 3.2.2), with nothing percent-encoded (OpenAPI 3.1.1, Appendix D).
 */
export const headerText = (value: unknown, { explode, mediaType }: Serialization): string => {
  if (mediaType !== undefined && isJsonMediaType(mediaType)) return JSON.stringify(value);
  if (typeof value !== 'object' || value === null || isAnyNumber(value) || mediaType !== undefined)
    return memberText(value);
  if (Array.isArray(value)) return value.map(memberText).join(',');
  return Object.entries(value)
    .map(([name, member]) => `${name}${explode ? '=' : ','}${memberText(member)}`)
    .join(',');
};

/** RFC 6570 has no text for what is nested deeper: JSON. */
const memberText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
