/** URL path of the server's inboxes. */
export const INBOX_PATH = '/__inbox';

/** The inbox that an address names. */
export interface InboxAddress {
  readonly name: string;
  /** Undefined for the short form, which refers to the sandbox of the first organization. */
  readonly sandbox: string | undefined;
  readonly key: string | undefined;
}

const ADDRESS = /^\/__inbox\/(?:([a-z0-9][a-z0-9-]{0,62})\.([0-9A-HJKMNP-TV-Z]{26})\/)?([A-Za-z0-9][\w.-]{0,62})$/;

/** Parses the path, exactly as written; undefined for a path that names no inbox. */
export const readInboxPath = (path: string): InboxAddress | undefined => {
  const [, sandbox, key, name] = ADDRESS.exec(path) ?? [];
  return name === undefined ? undefined : { name, sandbox, key };
};

/**
 * Parses a URL that begins with the server's own root: only then may a delivery skip the egress check. Undefined for a
 * URL of another server.
 */
export const readInboxUrl = (url: string, own: string | undefined): InboxAddress | undefined =>
  own !== undefined && url.startsWith(`${own}${INBOX_PATH}/`) ? readInboxPath(url.slice(own.length)) : undefined;

export const toInboxPath = ({ name, sandbox, key }: InboxAddress): string =>
  sandbox === undefined || key === undefined ? `${INBOX_PATH}/${name}` : `${INBOX_PATH}/${sandbox}.${key}/${name}`;

/** Removes the keys from addresses in a text; they stay valid URLs, which can be registered and lead nowhere. */
export const hideInboxKeys = (text: string): string =>
  text.replaceAll(/(\/__inbox\/[a-z0-9][a-z0-9-]{0,62}\.)[0-9A-HJKMNP-TV-Z]{26}/g, '$1hidden');

/** Path for the log, without the key: readers of a log must not be able to send to the inbox. */
export const inboxPathForLog = (path: string): string => path.replace(/^(\/__inbox\/[^/.]*)\.[^/]*/, '$1.{key}');
