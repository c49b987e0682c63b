/** Where the inboxes of this server are, as a part of its addresses. */
export const INBOX_PATH = '/__inbox';

/** Which inbox an address names. */
export interface InboxAddress {
  readonly name: string;
  /** Undefined for the short form, which leads to the sandbox of the first organization. */
  readonly sandbox: string | undefined;
  readonly key: string | undefined;
}

const ADDRESS = /^\/__inbox\/(?:([a-z0-9][a-z0-9-]{0,62})\.([0-9A-HJKMNP-TV-Z]{26})\/)?([A-Za-z0-9][\w.-]{0,62})$/;

/** By its path alone, exactly as it is written; undefined for what names no inbox. */
export const readInboxPath = (path: string): InboxAddress | undefined => {
  const [, sandbox, key, name] = ADDRESS.exec(path) ?? [];
  return name === undefined ? undefined : { name, sandbox, key };
};

/**
 * By its whole URL, which has to begin with the server's own: only then it may be handed over without anybody looking at
 * where it leads. Undefined for a URL that is another server's.
 */
export const readInboxUrl = (url: string, own: string | undefined): InboxAddress | undefined =>
  own !== undefined && url.startsWith(`${own}${INBOX_PATH}/`) ? readInboxPath(url.slice(own.length)) : undefined;

export const toInboxPath = ({ name, sandbox, key }: InboxAddress): string =>
  sandbox === undefined || key === undefined ? `${INBOX_PATH}/${name}` : `${INBOX_PATH}/${sandbox}.${key}/${name}`;

/** A path for the log, without the key: readers of a log must not be able to send to the inbox. */
export const inboxPathForLog = (path: string): string => path.replace(/^(\/__inbox\/[^/.]*)\.[^/]*/, '$1.{key}');
