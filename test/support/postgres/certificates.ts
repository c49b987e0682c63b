import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type TempFolder, createTempFolder } from '../temp-folder.ts';

const run = promisify(execFile);

export interface Certificates {
  readonly folder: TempFolder;
  /** The text of `NAME.crt` or `NAME.key`. */
  readonly text: (file: string) => Promise<string>;
}

/** In `ca.crt` an authority, in `other.crt` another; `server` is certified for localhost, `client` for the user certified. */
export const createCertificates = async (): Promise<Certificates> => {
  const folder = await createTempFolder({});
  const openssl = (...args: readonly string[]) => run('openssl', args, { cwd: folder.path });
  const begin = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  for (const name of ['ca', 'other'])
    await openssl(
      ...[
        'req',
        '-x509',
        ...begin,
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.crt`,
        '-days',
        '2',
        '-subj',
        `/CN=${name}`,
      ],
    );
  for (const [name, subject] of [
    ['server', 'localhost'],
    ['client', 'certified'],
  ] as const) {
    await openssl('req', '-new', ...begin, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${subject}`);
    await writeFile(folder.file(`${name}.ext`), `subjectAltName=DNS:${subject}\n`);
    await openssl(
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial'],
      ...['-out', `${name}.crt`, '-days', '2', '-extfile', `${name}.ext`],
    );
  }
  return { folder, text: (file) => readFile(folder.file(file), 'utf8') };
};
