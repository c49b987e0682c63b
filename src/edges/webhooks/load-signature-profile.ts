import {
  isHeaderValue,
  SET_BY_DELIVERY,
  SIGNATURE_PROFILES,
  type SignatureProfile,
} from '../../engine/webhooks/signature.ts';
import { loadYaml } from '../files/load-yaml.ts';
import { packageJson } from '../files/package-files.ts';

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

const PLACES = {
  content: ['id', 'timestamp', 'body'],
  signature: ['id', 'timestamp', 'digest'],
  header: ['id', 'timestamp', 'signature', 'signatures'],
};

/** Semantic errors of a user-defined profile, beyond its schema; empty if it can sign. */
export const profileFaults = ({ content, signature, separator, headers }: SignatureProfile): readonly string[] => {
  const names = Object.keys(headers);
  const all = Object.values(headers).join();
  return [
    ...unknownPlaces('content', content, PLACES.content),
    ...(content.includes('{body}') ? [] : ['content does not hold {body}: the body would not be signed']),
    ...unknownPlaces('signature', signature, PLACES.signature),
    ...(signature.includes('{digest}') ? [] : ['signature does not hold {digest}']),
    ...(isHeaderValue(separator + signature) ? [] : ['signature or separator holds what a header cannot']),
    ...names.flatMap((name) => headerFaults(name, headers[name] ?? '')),
    ...(/\{signatures?\}/.test(all) ? [] : ['no header holds {signature} or {signatures}']),
    ...(new Set(names.map((name) => name.toLowerCase())).size === names.length ? [] : ['a header stands twice']),
  ];
};

const headerFaults = (name: string, template: string): string[] => [
  ...(TOKEN.test(name) ? [] : [`"${name}" is no name of a header`]),
  ...(SET_BY_DELIVERY.has(name.toLowerCase()) ? [`${name} is set by the delivery itself`] : []),
  ...(isHeaderValue(template) ? [] : [`${name} holds what a header cannot`]),
  ...unknownPlaces(name, template, PLACES.header),
];

const unknownPlaces = (where: string, template: string, known: readonly string[]): string[] =>
  [...template.matchAll(/\{([^{}]*)\}/g)]
    .filter(([, name = '']) => !known.includes(name))
    .map(([place]) => `${where} holds ${place}; it may hold ${known.map((name) => `{${name}}`).join(', ')}`);

type ProfileFile = Omit<SignatureProfile, 'name' | 'key' | 'separator'> & Partial<SignatureProfile>;

const complete = (file: ProfileFile): SignatureProfile => ({ name: 'own', key: 'text', separator: ',', ...file });

/** Loads a profile by name, or a custom one from a YAML or JSON file; an invalid file stops the start. */
export const loadSignatureProfile = async (nameOrFile: string): Promise<SignatureProfile> => {
  const known = Object.hasOwn(SIGNATURE_PROFILES, nameOrFile) ? SIGNATURE_PROFILES[nameOrFile] : undefined;
  if (known !== undefined) return known;
  const findDiagnostics = (file: ProfileFile) =>
    profileFaults(complete(file)).map((message) => ({ path: [], message }));
  const schema = packageJson('spec', 'signature-profile.schema.json');
  return complete(await loadYaml<ProfileFile>(nameOrFile, schema, findDiagnostics));
};
