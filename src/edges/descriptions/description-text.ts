import { createHash } from 'node:crypto';
import { type SchemaObject, isSchemaObject } from '../../engine/contract/walk-schema.ts';
import { ExactNumber, toWhole } from '../../kernel/exact-number.ts';
import type { Pause } from '../../kernel/time-slices.ts';

export type DescriptionFormat = 'yaml' | 'json';

/** A serialized description, with the addresses of the server that returns it. */
interface DescriptionText {
  readonly text: string;
  /** Value of its ETag. */
  readonly tag: string;
}

/** Server URL in the bundled descriptions; replaced by that of this server. */
const WRITTEN_FOR = 'http://127.0.0.1:4010';

/** Placeholder: an AsyncAPI server splits its address into parts. */
const HOST = 'own-host.invalid';
const PATHNAME = '/own-pathname.invalid';
const PROTOCOL = 'own-protocol.invalid';

interface Template {
  readonly text: string;
  readonly digest: string;
}

/** Serialized on first request, with placeholders that are filled in later: serializing a large document is slow. */
export const createDescriptionTexts = (
  document: SchemaObject,
  pauses: () => Pause,
): ((format: DescriptionFormat, origin: string) => Promise<DescriptionText>) => {
  const templates = new Map<DescriptionFormat, Promise<Template>>();

  const templateOf = (format: DescriptionFormat): Promise<Template> => {
    let template = templates.get(format);
    if (template === undefined) templates.set(format, (template = write(withOpenServers(document), format, pauses)));
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

const write = async (document: SchemaObject, format: DescriptionFormat, pauses: () => Pause): Promise<Template> => {
  const text = format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : await toYaml(document, pauses);
  return { text, digest: createHash('sha256').update(text).digest('base64url') };
};

/** Entry by entry of its members, since the whole takes a tenth of a second. */
const toYaml = async (document: SchemaObject, pauses: () => Pause): Promise<string> => {
  // Loaded on the first request for YAML.
  const { stringify } = await import('yaml');
  const write = (part: SchemaObject): string =>
    stringify(part, toYamlNumber, { aliasDuplicateObjects: false, lineWidth: 120 });
  const pause = pauses();
  const pieces: string[] = [];
  for (const [name, member] of Object.entries(document)) {
    const entries = isSchemaObject(member) ? Object.entries(member) : [];
    if (entries.length === 0) pieces.push(write({ [name]: member }));
    for (const [index, [key, value]] of entries.entries()) {
      await pause();
      const piece = write({ [name]: { [key]: value } });
      pieces.push(index === 0 ? piece : piece.slice(piece.indexOf('\n') + 1));
    }
  }
  return pieces.join('');
};

/** The library writes a BigInt, but no decimal that a JavaScript number does not hold. */
const toYamlNumber = (_key: unknown, value: unknown): unknown =>
  value instanceof ExactNumber ? (toWhole(value) ?? Number(value)) : value;

/** Replaces the servers of an AsyncAPI description by placeholders. */
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
