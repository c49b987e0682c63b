import { createHash } from 'node:crypto';
import { type SchemaObject, isSchemaObject } from '../../engine/contract/walk-schema.ts';

export type DescriptionFormat = 'yaml' | 'json';

/** A description as it is handed out, with the addresses of whoever hands it out. */
export interface DescriptionText {
  readonly text: string;
  /** The value of its entity tag. */
  readonly tag: string;
}

/** The server that our descriptions are written for; wherever it stands in them, it is this one. */
const WRITTEN_FOR = 'http://127.0.0.1:4010';

/** An AsyncAPI server has its address in pieces. */
const HOST = 'own-host.invalid';
const PATHNAME = '/own-pathname.invalid';
const PROTOCOL = 'own-protocol.invalid';

interface Template {
  readonly text: string;
  readonly digest: string;
}

/** Made when somebody asks for it first, and then only filled in: to write a large document takes its time. */
export const createDescriptionTexts = (
  document: SchemaObject,
): ((format: DescriptionFormat, origin: string) => Promise<DescriptionText>) => {
  const templates = new Map<DescriptionFormat, Promise<Template>>();

  const templateOf = (format: DescriptionFormat): Promise<Template> => {
    let template = templates.get(format);
    if (template === undefined) templates.set(format, (template = write(withOpenServers(document), format)));
    return template;
  };

  return async (format, origin) => {
    const { text, digest } = await templateOf(format);
    const { host, pathname, protocol } = new URL(origin);
    return {
      text: text
        .replaceAll(WRITTEN_FOR, () => origin)
        .replaceAll(HOST, () => host)
        .replaceAll(PATHNAME, () => pathname.replace(/\/$/, ''))
        .replaceAll(PROTOCOL, () => protocol.slice(0, -1)),
      tag: createHash('sha256').update(digest).update(origin).digest('base64url').slice(0, 22),
    };
  };
};

const write = async (document: SchemaObject, format: DescriptionFormat): Promise<Template> => {
  const text = format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : await toYaml(document);
  return { text, digest: createHash('sha256').update(text).digest('base64url') };
};

/** Loaded when somebody asks for YAML. */
const toYaml = async (document: SchemaObject): Promise<string> => {
  const { stringify } = await import('yaml');
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 120 });
};

/** The servers of an AsyncAPI description, to be filled in. */
const withOpenServers = (document: SchemaObject): SchemaObject => {
  const { servers } = document;
  if (!isSchemaObject(servers)) return document;
  const opened = Object.entries(servers).map(([name, server]) => [
    name,
    isSchemaObject(server) && server['host'] === new URL(WRITTEN_FOR).host
      ? { ...server, host: HOST, pathname: PATHNAME + textOf(server['pathname']), protocol: PROTOCOL }
      : server,
  ]);
  return { ...document, servers: Object.fromEntries(opened) as SchemaObject };
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
