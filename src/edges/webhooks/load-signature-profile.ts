import { profileFaults } from '../../engine/webhooks/signing/profile-faults.ts';
import type { SignatureProfile } from '../../engine/webhooks/signing/signature-profile.ts';
import { SIGNATURE_PROFILES } from '../../vat/policy/delivery-policy.ts';
import { loadYaml } from '../files/load-yaml.ts';

const text = { type: 'string', minLength: 1, maxLength: 500 };

/** docs/webhooks.md has an example. */
const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['algorithm', 'encoding', 'content', 'signature', 'headers'],
  properties: {
    name: text,
    algorithm: { enum: ['sha256', 'sha384', 'sha512'] },
    encoding: { enum: ['hex', 'base64'] },
    key: { enum: ['text', 'decoded'] },
    content: text,
    signature: text,
    separator: { type: 'string', maxLength: 10 },
    headers: { type: 'object', minProperties: 1, maxProperties: 10, additionalProperties: text },
  },
};

type ProfileFile = Omit<SignatureProfile, 'name' | 'key' | 'separator'> & Partial<SignatureProfile>;

const complete = (file: ProfileFile): SignatureProfile => ({ name: 'own', key: 'text', separator: ',', ...file });

/** Loads a profile by name, or a custom one from a YAML or JSON file; an invalid file stops the start. */
export const loadSignatureProfile = async (nameOrFile: string): Promise<SignatureProfile> => {
  const known = Object.hasOwn(SIGNATURE_PROFILES, nameOrFile) ? SIGNATURE_PROFILES[nameOrFile] : undefined;
  if (known !== undefined) return known;
  const findDiagnostics = (file: ProfileFile) =>
    profileFaults(complete(file)).map((message) => ({ path: [], message }));
  return complete(await loadYaml<ProfileFile>(nameOrFile, SCHEMA, findDiagnostics));
};
