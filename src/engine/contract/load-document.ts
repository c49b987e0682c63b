import { readFile, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parsedOr } from '../../kernel/json.ts';
import { decodeLeniently } from '../../kernel/path.ts';
import {
  boundedParsers,
  faultOfSize,
  LARGEST_FILE,
  parseJsonDescription,
  readComplaint,
  toContractError,
  tooLarge,
} from './parse-files.ts';
import { ContractError, type Diagnostic } from './diagnostic.ts';
import { describeItems, toJsonSchema2020 } from './dialect.ts';
import {
  createSplitDescription,
  isSelfContained,
  readNamedFiles,
  resolveIdentifiers,
  resolveUri,
} from './references.ts';
import { type SchemaObject, isSchemaObject } from './walk-schema.ts';

/** An OpenAPI description bundled into one document: other files are included, internal `$ref`s remain. */
export interface LoadedDocument {
  /** The specified file, or the one found in the specified folder; of several, the first. */
  readonly file: string;
  /** Schemas are compiled from it by pointer. */
  readonly document: SchemaObject;
  /** Explains why a `$ref` cannot be resolved. */
  readonly explainReference: (target: string) => string;
  /** Faults of the file as a whole, and of overlays, that do not keep it from being read. */
  readonly findings?: readonly Diagnostic[];
  /** The document as it was written, if it was converted: of Swagger 2.0. */
  readonly source?: SchemaObject | undefined;
  /** The two descriptions that it was made of, if events have one of their own. */
  readonly madeOf?: { readonly openapi: SchemaObject; readonly asyncapi: SchemaObject } | undefined;
  /** The descriptions that it was joined of. */
  readonly described?: readonly { readonly file: string; readonly basePath: string }[];
  /** Each operationId that several descriptions have, so that it is no name in any. */
  readonly sharedIds?: ReadonlySet<unknown>;
  /** Of these, the one that has this place. */
  readonly rootOf?: (pointer: string) => SchemaObject | undefined;
}

const DESCRIPTION_FILE = /\.(?:ya?ml|json)$/i;

/** The description in a folder: `openapi.yaml` (or .yml, .json), else the only file with an `openapi` or `swagger` key. */
const findInFolder = async (folder: string): Promise<string> => {
  const names = (await readdir(folder)).filter((name) => DESCRIPTION_FILE.test(name)).sort();
  const conventional = names.find((name) => /^openapi\.(?:ya?ml|json)$/i.test(name));
  if (conventional !== undefined) return path.join(folder, conventional);
  const candidates: string[] = [];
  for (const name of names) {
    const text = await readFile(path.join(folder, name), 'utf8');
    if (/^\s*\{?\s*["']?(?:openapi|swagger)["']?\s*:/m.test(text.slice(0, 2000))) candidates.push(name);
  }
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return path.join(folder, only);
  throw new ContractError(
    only === undefined
      ? `no OpenAPI description here: expected openapi.yaml, openapi.json, or one file that starts with "openapi:"`
      : `several descriptions here (${candidates.join(', ')}): name the file`,
    { file: folder },
  );
};

export const findDescription = async (fileOrFolder: string): Promise<string> => {
  const found = await stat(fileOrFolder).catch(() => undefined);
  if (found === undefined) throw new ContractError('no such file or folder', { file: fileOrFolder });
  return found.isDirectory() ? findInFolder(fileOrFolder) : fileOrFolder;
};

/**
 * The files beside a description by the addresses that they give themselves (OpenAPI 3.2.0, OpenAPI Object, `$self`);
 * references to them name that address.
 */
const readAddresses = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const files = new Map<string, string>();
  for (const name of (await readdir(folder)).filter((each) => DESCRIPTION_FILE.test(each))) {
    const file = path.join(folder, name);
    if ((await stat(file)).size > LARGEST_FILE) continue;
    const text = (await readFile(file, 'utf8')).slice(0, 2000);
    const [, address] = /^\s*\{?\s*["']?\$self["']?\s*:\s*["']?([^\s"',]+)/m.exec(text) ?? [];
    if (address !== undefined) files.set(address, file);
  }
  return files;
};

/**
 * A resolver for `$ref`s into other files, restricted to one folder; symbolic links are resolved first. It records the
 * reasons for failures, because the parser only reports "Error reading file".
 */
const createReader = (folder: string) => {
  /** Why files could not be read, by absolute path or URL. */
  const refusals = new Map<string, string>();
  /** Real paths of files, by the address that the parser knows them by. */
  const wasRead = new Map<string, string>();
  /** Contents of files whose references by name were rewritten to paths and pointers. */
  const renamed = new Map<string, string>();
  let addresses: ReadonlyMap<string, string> | undefined;

  const read = async ({ url }: { url: string }): Promise<Buffer> => {
    const named = url.startsWith('file:') ? fileURLToPath(url) : decodeURIComponent(url);
    if (/^https?:/i.test(named)) addresses ??= await readAddresses(folder);
    const wanted = addresses?.get(named) ?? named;
    const refuse = (reason: string): never => {
      refusals.set(wanted, reason);
      throw new Error(`${wanted}: ${reason}`);
    };
    if (/^[a-z]{2,}:/i.test(wanted)) return refuse('only files beside the description are read');
    const real = await realpath(wanted).catch(() => refuse('no such file'));
    if (real !== folder && !real.startsWith(folder + path.sep))
      return refuse(`outside the folder of the description (${folder})`);
    wasRead.set(url, real);
    const text = renamed.get(real);
    if (text !== undefined) return Buffer.from(text);
    const { size } = await stat(real).catch(() => refuse('the file cannot be read'));
    if (size > LARGEST_FILE) return refuse(tooLarge(size));
    return readFile(real).catch(() => refuse('the file cannot be read'));
  };

  /** A `$ref` in a nested file is relative to that file, but the document does not record which file: matched by suffix. */
  const explainReference = (target: string): string => {
    const [named = ''] = target.split('#');
    const end = decodeLeniently(`/${named.replace(/^(?:\.{0,2}\/)+/, '')}`);
    const places = [named, path.resolve(folder, decodeLeniently(named))];
    const ofPlace = places.map((place) => refusals.get(place)).find((reason) => reason !== undefined);
    const reason = ofPlace ?? [...refusals].find(([wanted]) => wanted.endsWith(end))?.[1];
    return `$ref "${target}" leads nowhere${named === '' || reason === undefined ? '' : `: ${reason}`}`;
  };

  return { refusals, wasRead, renamed, read, explainReference, order: 1, canRead: () => true };
};

export interface DocumentOptions {
  /** A cache of prepared documents, keyed by file and content. */
  readonly prepared?:
    | {
        readonly find: (file: string, madeOf: { readonly text: Buffer }) => Promise<object | undefined>;
        /** `others` are the files that it refers to, relative to its folder. */
        readonly keep: (
          file: string,
          madeOf: { readonly text: Buffer; readonly others: readonly string[] },
          document: object,
        ) => Promise<void>;
      }
    | undefined;
  /** Files of overlays, applied in this order. */
  readonly overlays?: readonly string[];
  /** URLs of descriptions that are served with it. */
  readonly others?: readonly string[];
}

/**
 * Fast path without the YAML and `$ref` parser, which is slow to load: self-contained JSON, and prepared documents.
 * Undefined for everything else, including faulty files, for which the parser has better error messages.
 */
const readPlain = async (
  file: string,
  text: Buffer,
  { prepared }: DocumentOptions,
): Promise<SchemaObject | undefined> => {
  const known = await prepared?.find(file, { text });
  if (isSchemaObject(known)) return known;
  if (!file.endsWith('.json')) return undefined;
  const document = parsedOr(undefined, () => parseJsonDescription(text.toString()));
  const isBounded = isSchemaObject(document) && faultOfSize(document) === undefined;
  return isBounded && isSelfContained(document) ? document : undefined;
};

/** The YAML or JSON of a description with all its files, of any kind and version. */
export const parseDescription = async (file: string, options: DocumentOptions = {}): Promise<Parsed> => {
  try {
    return await parse(file, options);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOENT' ? new ContractError('no such file', { file }) : toContractError(error, file);
  }
};

type Parsed = Omit<LoadedDocument, 'file'>;

const parse = async (file: string, options: DocumentOptions): Promise<Parsed> => {
  const folder = await realpath(path.dirname(file));
  const whole = path.join(folder, path.basename(file));
  const reader = createReader(folder);
  const { refusals, wasRead, renamed, explainReference } = reader;
  const text = await reader.read({ url: whole });
  const { overlays = [], others: besides = [] } = options;
  const plain = overlays.length === 0 ? await readPlain(file, text, options) : undefined;
  if (plain !== undefined) return { document: plain, explainReference };

  const { JSONParserErrorGroup, $RefParser } = await import('@apidevtools/json-schema-ref-parser');
  const parser = new $RefParser();
  let split: ReturnType<typeof createSplitDescription> | undefined;
  let findings: readonly Diagnostic[] = [];
  /** By the path that the user gave, which may lead through symbolic links. */
  const given = (real: string): string => path.join(path.dirname(file), path.relative(folder, real));
  const parse = await boundedParsers((url, content) => split?.add(given(wasRead.get(url) ?? url), content));
  const parserOptions = { continueOnError: true, parse, resolve: { http: false as const, file: reader } };
  try {
    let document = await parser.parse(whole, parserOptions);
    if (isSchemaObject(document)) {
      if (overlays.length > 0) {
        const { applyOverlays } = await import('./overlay.ts');
        const overlaid = await applyOverlays(document, file, { overlays, others: besides });
        ({ findings } = overlaid);
        parser.schema = document = overlaid.document as typeof document;
      }
      const { $self } = document as SchemaObject;
      // Without a fragment (OpenAPI 3.2.0, OpenAPI Object).
      const self = typeof $self === 'string' ? resolveUri($self, pathToFileURL(whole).href)?.address : undefined;
      resolveIdentifiers(document, self);
      split = createSplitDescription(file, self);
    }
    if (!isSchemaObject(document)) document = await parser.bundle(whole, parserOptions);
    else if (!isSelfContained(document)) {
      const read = async (other: string): Promise<string> => (await reader.read({ url: other })).toString();
      const named = await readNamedFiles(whole, { text: text.toString(), document, read });
      for (const [other, content] of named) renamed.set(other, content);
      document = (await parser.bundle(whole, document, parserOptions)) as typeof document;
    }
    const others = [...new Set(wasRead.values())]
      .filter((read) => read !== whole)
      .map((read) => path.relative(folder, read));
    if (isSchemaObject(document) && overlays.length === 0)
      await options.prepared?.keep(file, { text, others }, document);
  } catch (error) {
    // An unresolvable `$ref` stays in the document, where readContract reports it with the affected operation. Only a
    // file that is not valid YAML or JSON is an error here.
    if (!(error instanceof JSONParserErrorGroup)) throw error;
    if (!isSchemaObject(parser.schema) || Object.keys(parser.schema).length === 0) throw error.errors[0] ?? error;
    for (const complaint of error.errors.map(readComplaint)) {
      const { file: unreadable, reason, line, column } = complaint ?? {};
      if (unreadable !== undefined)
        refusals.set(unreadable, `${String(reason)} (line ${String(line)}, column ${String(column)})`);
    }
  }
  if (!isSchemaObject(parser.schema))
    throw new ContractError('not an OpenAPI description: the file holds no object', { file });
  split?.finish(parser.schema);
  return { document: parser.schema, explainReference, findings };
};

/** Sets the version if it is written as a number, or without its patch. */
const checkVersion = (document: SchemaObject, file: string): Diagnostic[] => {
  const version = document['openapi'] ?? document['swagger'];
  if (typeof version === 'string' && /^3\.[012]\.\d+/.test(version)) return [];
  // OpenAPI 3.1.1, 4.1: tooling should not consider the patch version. The number 3.0 is 3.
  const minor = /^3(?:\.([012]))?$/.exec(String(version))?.[1] ?? '0';
  if (version === 3 || /^3\.[012]$/.test(String(version))) {
    document['openapi'] = `3.${minor}.0`;
    const message = `"openapi" is ${JSON.stringify(version)}, but must be a text with three numbers: it is read as "3.${minor}.0"`;
    return [{ pointer: '#/openapi', message, effect: 'served' }];
  }
  throw new ContractError(
    version === undefined
      ? 'not an OpenAPI description: the key "openapi" is missing'
      : `OpenAPI ${JSON.stringify(version)} is not served: 2.0, 3.0, 3.1 and 3.2 are`,
    { file },
  );
};

/** Swagger 2.0 as OpenAPI 3.0, whose faults are named as they were written. */
const toOpenApi = async (file: string, parsed: Parsed): Promise<Parsed> => {
  const { document: source, explainReference } = parsed;
  if (!/^2(?:\.0)?$/.test(String(source['swagger']))) return parsed;
  const { upgradeSwagger } = await import('./swagger.ts');
  const { document, findings } = await upgradeSwagger({ ...source, swagger: '2.0' }, file);
  return {
    document,
    source,
    findings: [...(parsed.findings ?? []), ...findings],
    explainReference: (target) => explainReference(target.replace('#/components/schemas/', '#/definitions/')),
  };
};

/**
 * Loads an OpenAPI 3 or Swagger 2.0 description. `$ref`s into other files are resolved only within the description's own folder,
 * because a description may be untrusted. All schemas are converted to one dialect.
 */
export const loadDocument = async (fileOrFolder: string, options: DocumentOptions = {}): Promise<LoadedDocument> => {
  const file = await findDescription(path.resolve(fileOrFolder));
  try {
    const { document, ...rest } = await toOpenApi(file, await parse(file, options));
    const findings = [...(rest.findings ?? []), ...checkVersion(document, file)];
    if (String(document['openapi']).startsWith('3.0')) toJsonSchema2020(document);
    if (String(document['openapi']).startsWith('3.2')) findings.push(...describeItems(document));
    return { ...rest, file, document, findings };
  } catch (error) {
    throw toContractError(error, file);
  }
};
