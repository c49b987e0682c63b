import ipaddr from 'ipaddr.js';
import { type AddressRange, isWithin, parseAddress } from './address.ts';

/**
 * What an operator allows beyond the rules. A host, with or without a port, may be reached by http and https whatever
 * its name resolves to; an address range allows every name that resolves into it.
 */
export type AllowEntry =
  | { readonly kind: 'host'; readonly host: string; readonly port: number | undefined }
  | { readonly kind: 'range'; readonly range: AddressRange };

/** An entry cannot be parsed; the message says what to write. */
export class AllowListError extends Error {
  override readonly name = 'AllowListError';
}

const HOST = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}|\*))?$/i;

/** Format: `receiver:8080, host.docker.internal, [::1]:9000, 10.0.0.0/8`. */
export const parseAllowList = (text: string): readonly AllowEntry[] =>
  text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(parseEntry);

/** The entry that would allow the target of a URL. */
export const entryFor = (url: string): string => {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
};

const parseEntry = (text: string): AllowEntry => {
  if (text.includes('/')) {
    if (!ipaddr.isValidCIDR(text)) throw new AllowListError(`"${text}" is no range of addresses such as 10.0.0.0/8`);
    return { kind: 'range', range: ipaddr.parseCIDR(text) };
  }
  const [, literal, name, port = '*'] = HOST.exec(text) ?? [];
  const host = literal ?? name;
  if (host === undefined || (literal !== undefined && parseAddress(literal) === undefined) || Number(port) > 65_535)
    throw new AllowListError(
      `"${text}" is neither a host, with or without a port (receiver:8080, [::1]:9000), nor a range (10.0.0.0/8)`,
    );
  return { kind: 'host', host: host.toLowerCase(), port: port === '*' ? undefined : Number(port) };
};

export const allowsHost = (entries: readonly AllowEntry[], host: string, port: number): boolean =>
  entries.some(
    (entry) =>
      entry.kind === 'host' && isSameHost(entry.host, host) && (entry.port === undefined || entry.port === port),
  );

/** Addresses are compared by value: they can be written in many ways. */
const isSameHost = (a: string, b: string): boolean =>
  a === b || (parseAddress(a)?.toString() ?? '') === parseAddress(b)?.toString();

export const allowsAddress = (entries: readonly AllowEntry[], address: string): boolean => {
  const parsed = parseAddress(address);
  return parsed !== undefined && entries.some((entry) => entry.kind === 'range' && isWithin(parsed, [entry.range]));
};
