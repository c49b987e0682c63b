import { generateKeyPairSync } from 'node:crypto';
import { expect } from '@jest/globals';
import { toCertificate } from '../../src/commands/certify/certificate.ts';
import { nameOfKey, signDetached } from '../../src/commands/certify/sign.ts';
import { loadYaml } from '../../src/edges/files/load-yaml.ts';
import { packageFile, packageJson } from '../../src/edges/files/package-files.ts';
import type { CertificateFile } from '../../src/generated/certificate-file.ts';
import { checkAxe, see, useBrowser, visitTogether } from '../support/browser.ts';

useBrowser();

visitTogether('the report', {
  'a mistake of the client appears by itself, with the rule, the quote and the remedy': async ({ page, open, api }) => {
    await open('/report');
    await page.getByText('No mistakes found so far').waitFor();
    await api.get('/me?seller=all');
    await see(page.getByText('Remedy:'));
    await checkAxe(page, 'report-findings');
    await page.getByText('unknown-query-parameter', { exact: true }).waitFor();
  },

  'coverage counts what the client has met, and is saved as a file': async ({ page, open }) => {
    await open('/report?tab=coverage');
    await page.getByRole('region', { name: 'Operations and statuses' }).waitFor();
    await checkAxe(page, 'report-coverage');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'JUnit' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('coverage.junit.xml');
  },

  'what no stub can see is listed with the way to find out': async ({ page, open }) => {
    await open('/report?tab=unseen');
    await page.getByText('Relies on the order of events').waitFor();
    await checkAxe(page);
  },

  'a certificate is shown when its signature fits, and nothing of it when one byte is another': async ({
    page,
    open,
  }) => {
    const profile = await loadYaml<CertificateFile>(
      packageFile('spec', 'certificate.yaml'),
      packageJson('spec', 'certificate.schema.json'),
    );
    const silent = {
      command: { kind: 'exited', code: 0 } as const,
      report: {} as never,
      ...{ findings: [], exchanges: [], trials: new Map(), turned: ['etag-format=weak'], failedUnder: [] },
    };
    const tested = { command: 'npm test', seed: 'vatmock', description: '1.0.0-draft' };
    const certificate = toCertificate(profile, new Map([['plain', silent]]), tested);
    const json = Buffer.from(JSON.stringify(certificate));
    const { privateKey } = generateKeyPairSync('ed25519');
    const choose = async (content: Buffer, signed = content, name = 'certificate.json') => {
      const jws = Buffer.from(await signDetached(signed, privateKey));
      await page.getByLabel('certificate.json').setInputFiles([
        { name, mimeType: 'application/json', buffer: content },
        { name: `${name}.jws`, mimeType: 'application/jose', buffer: jws },
      ]);
    };

    await open('/report?tab=certificate');
    await choose(Buffer.from(json.toString().replace('"seed":"vatmock"', '"seed":"another"')), json);
    await page.getByText('This is not what was signed').waitFor();
    expect(await page.getByText('No level reached').count()).toBe(0);

    await choose(json);
    await page.getByText('Signature verified').waitFor();
    await see(page.getByText(nameOfKey(privateKey)));
    await see(page.getByRole('status').getByText('No level reached'));
    await see(page.getByText('The client sent no request.').first());
    await see(page.getByText(String(profile.doesNotProve[0])));
    await checkAxe(page, 'report-certificate');

    // Signed by someone who contradicts themselves, in words without end.
    const word = 'W'.repeat(400);
    const reasons = [{ finding: word, place: word, remedy: word }];
    const checks = [{ check: word, tested: word, grade: word, reasons }];
    const levels = [
      { level: 'shape', title: `Shape ${word}`, promise: word, reached: true, checks },
      { level: 'resilient', title: 'Resilient', promise: word, reached: false, checks },
    ];
    const odd = { ...certificate, level: 'resilient', levels, doesNotProve: [word] };
    await choose(Buffer.from(JSON.stringify(odd)), undefined, 'CERTIFICATE.JSON');
    await see(page.getByRole('status').getByText(`Shape ${word}`));
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  },
});
