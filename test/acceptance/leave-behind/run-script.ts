import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { NewSandbox } from '../control-api/admin-client.ts';
import { createTempFolder } from '../../support/temp-folder.ts';

const run = promisify(execFile);

/** Runs `calls.sh` against a sandbox; returns its lines, and throws with what it says if it stops. */
export const runScript = async (text: string, sandbox: NewSandbox): Promise<readonly string[]> => {
  const folder = await createTempFolder({ 'calls.sh': text });
  const file = folder.file('calls.sh');
  try {
    const { stdout } = await run('sh', [file], {
      cwd: path.dirname(file),
      env: {
        ...process.env,
        BASE_URL: sandbox.baseUrl,
        TOKEN_URL: sandbox.tokenUrl,
        CLIENT_ID: sandbox.clientId,
        CLIENT_SECRET: sandbox.clientSecret,
      },
    });
    return stdout.trim().split('\n');
  } finally {
    await folder.remove();
  }
};
