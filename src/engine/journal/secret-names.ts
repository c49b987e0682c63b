/** Parts of names that indicate a secret value. */
const SECRET =
  /secret|passw|passphrase|pwd|token|credential|authorization|apikey|privatekey|accesskey|signingkey|assertion|bearer|jwt|cookie/;

/** Names that match `SECRET` but are harmless. */
const HARMLESS = new Set(['tokentype', 'tokenurl', 'tokenendpoint', 'tokenlifetime']);

/** Whether a member, parameter or header of this name holds a credential, in any spelling. */
export const isSecretName = (name: string): boolean => {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return SECRET.test(plain) && !HARMLESS.has(plain);
};

/** Replaces a removed secret. */
export const HIDDEN = '[redacted]';
