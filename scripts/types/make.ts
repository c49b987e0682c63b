// Makes the types of src/generated from spec/: `npm run generate` runs it.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { type SchemaObject, astToString } from 'openapi-typescript';
import ts from 'typescript';
import { packageFile } from '../../src/edges/files/package-files.ts';
import type { Contract, Operation } from '../../src/engine/contract/contract.ts';
import { loadContract } from '../../src/engine/validation/load-contract.ts';
import { controlSchemas } from './control-schemas.ts';
import { fileTypes } from './file-schemas.ts';

const NOTE = 'Made by "npm run generate" from spec/ and src/config: edit those.';

/** Any object, which openapi-typescript takes for one without members. */
const anyObject = (schema: SchemaObject): ts.TypeNode | undefined => {
  const { type, properties, additionalProperties, allOf, anyOf, oneOf } = schema as Record<string, unknown>;
  const types = [type].flat();
  if (!types.includes('object')) return undefined;
  if ([properties, additionalProperties, allOf, anyOf, oneOf].some((member) => member !== undefined)) return undefined;
  const object = ts.factory.createKeywordTypeNode(ts.SyntaxKind.ObjectKeyword);
  if (!types.includes('null')) return object;
  return ts.factory.createUnionTypeNode([object, ts.factory.createLiteralTypeNode(ts.factory.createNull())]);
};

/** `immutable`: whether the types are read-only. */
const nodesOf = ({ file }: Contract, immutable: boolean): Promise<ts.Node[]> =>
  openapiTS(new URL(`file://${file}`), { silent: true, defaultNonNullable: false, transform: anyObject, immutable });

/** What has no body, if that is a success; problems are thrown. */
const SUCCESSES = ['200', '201', '202', '204'];

/** An operation as its behaviour sees it. Header names are in lower case, and JSON that the schema does not type is still JSON. */
const toOperation = ({ id, method, parameters, requestBody, responses }: Operation): string => {
  const of = `operations["${id}"]`;
  const parametersIn = (place: string): string => `NonNullable<${of}["parameters"]["${place}"]>`;
  const headers = parameters.flatMap(({ in: place, name, label, required }) => {
    const type = `NonNullable<${parametersIn('header')}["${label}"]>`;
    return place === 'header' ? [`readonly "${name}"${required ? '' : '?'}: ${type}`] : [];
  });
  const bodies = requestBody?.contents.map(({ mediaType }) => {
    const body = `NonNullable<${of}["requestBody"]>["content"]["${mediaType}"]`;
    return mediaType === JSON_TYPE ? `Parsed<${body}>` : body;
  });
  const answers = responses.flatMap(({ status, contents }) => {
    if (contents.some(({ mediaType }) => mediaType === JSON_TYPE))
      return [`readonly ${status}: ${of}["responses"][${status}]["content"]["${JSON_TYPE}"]`];
    return SUCCESSES.includes(status) ? [`readonly ${status}: ${contents.length > 0 ? 'never' : 'undefined'}`] : [];
  });
  const members = [
    `method: "${method}"`,
    ...['path', 'query'].map((place) => `${place}: ${parametersIn(place)}`),
    `header: ${headers.length === 0 ? 'never' : `{ ${headers.join('; ')} }`}`,
    `body: ${[...(bodies ?? []), ...(requestBody?.required === true ? [] : ['undefined'])].join(' | ')}`,
    `responses: { ${answers.join('; ')} }`,
  ];
  return `    readonly ${id}: {\n${members.map((member) => `        readonly ${member};\n`).join('')}    };\n`;
};

const JSON_TYPE = 'application/json';

const typesOf = (nodes: ts.Node[], { operations }: Contract): string =>
  `// ${NOTE}\nimport type { Parsed } from '../kernel/json.ts';\n${astToString(nodes)}` +
  `export interface Api {\n${operations.map(toOperation).join('')}}\n`;

const load = (name: string): Promise<Contract> => loadContract(packageFile('spec', name), { trusted: true });
const write = (name: string, text: string): Promise<void> => writeFile(packageFile('src', 'generated', name), text);

const [api, admin] = await Promise.all([load('openapi.yaml'), load('admin.yaml')]);
const adminTypes = await nodesOf(admin, true);
await write('api-types.ts', typesOf(await nodesOf(api, false), api));
await write('admin-types.ts', typesOf(adminTypes, admin));
await write('control-schemas.ts', `// ${NOTE}\n${controlSchemas(adminTypes)}`);
for (const [name, folder] of [
  ['scenario', 'scenarios'],
  ['storyboard', 'storyboards'],
  ['fixtures', 'fixtures'],
  ['assumptions', 'spec'],
  ['certificate', 'spec'],
] as const) {
  const source = `${name}.schema.json`;
  const schema = JSON.parse(await readFile(packageFile(folder, source), 'utf8')) as Readonly<Record<string, unknown>>;
  const note = NOTE.replace('spec/ and src/config: edit those', `${folder}/${source}: edit that`);
  await write(`${name}-file.ts`, `// ${note}\n${await fileTypes(schema, name)}`);
}
