/** Parts of names that hold what nobody else may see. */
const SECRET =
  /secret|passw|passphrase|pwd|token|credential|authorization|apikey|privatekey|accesskey|signingkey|assertion|bearer|jwt|cookie/;

/** Names that only sound like it. */
const HARMLESS = new Set(['tokentype', 'tokenurl', 'tokenendpoint', 'tokenlifetime']);

/** Whether a member, parameter or header of this name holds a credential, however it is spelled. */
export const isSecretName = (name: string): boolean => {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return SECRET.test(plain) && !HARMLESS.has(plain);
};

/** What stands where something was taken out. */
export const HIDDEN = '[redacted]';
