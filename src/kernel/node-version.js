const NEEDED = /** @type {const} */ ([22, 19]);

/**
 * What to tell people whose Node is too old; undefined if it is not. In JavaScript, since such a Node may not strip types.
 *
 * @param {string} version
 */
export const faultOfNode = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return undefined;
  return (
    `vatmock needs Node ${NEEDED.join('.')} or later; this is Node ${version}.\n` +
    'In a project, "npm install --save-dev node@24" installs it for npm scripts and npx.'
  );
};
