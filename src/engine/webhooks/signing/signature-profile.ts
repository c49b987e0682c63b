/**
 * How deliveries are signed, as data. The only placeholders are `{timestamp}` (Unix seconds), `{id}` (of the event),
 * `{body}` (in `content` only), `{digest}` (in `signature` only), and in headers `{signature}`, the one by the current
 * secret, or `{signatures}`, those by all valid secrets during a rotation.
 */
export interface SignatureProfile {
  readonly name: string;
  readonly algorithm: 'sha256' | 'sha384' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  /** The key: the secret as text, or the bytes encoded after its prefix `whsec_`. */
  readonly key: 'text' | 'decoded';
  /** Template of the text that is signed. */
  readonly content: string;
  /** Template of one signature. */
  readonly signature: string;
  /** Separates multiple signatures. */
  readonly separator: string;
  /** Templates by header name. */
  readonly headers: Readonly<Record<string, string>>;
}
