const NEEDED = [22, 19] as const;

/** Ends the process with a clear line when Node is too old. */
export const checkNodeVersion = (version: string): void => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  process.stderr.write(
    `vatmock needs Node ${NEEDED.join('.')} or later; this is Node ${version}.\n` +
      `In a project, "npm install --save-dev node@24" installs it for npm scripts and npx.\n`,
  );
  process.exit(2);
};
