const fencedAs = (page: string, language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code);

/** What a page has readers type to the server that they have started. */
export const shellOf = (page: string, url: string): string =>
  fencedAs(page, 'sh')
    .filter((code) => !/\b(?:npm|npx|docker|git) /.test(code))
    .join('\n')
    .replaceAll('http://127.0.0.1:4010', url);

/** The arguments of each `npx vatmock` of a page. */
export const commandsOf = (page: string): readonly (readonly string[])[] =>
  fencedAs(page, 'sh')
    .flatMap((code) => [...code.matchAll(/^npx vatmock (.*?)(?: +#.*)?$/gm)])
    .map(([, args = '']) => args.trim().split(/ +/));

/** The same module for those who `require`. */
export const toCommonJs = (module: string): string =>
  module
    .replaceAll(/^import (\{[^}]*\}) from '([^']+)';$/gm, "const $1 = require('$2');")
    .replaceAll(/^export const (\w+) =/gm, 'const $1 = exports.$1 =');

/** What the pieces of docs/testing.md take for granted. */
const GIVEN = `
import { test } from 'vitest';
import { createMock, type Mock } from 'vatmock';

const SELLER = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';
const buyerUuid = 'c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035';
const order = {
  externalOrderId: 'A-1',
  buyerId: buyerUuid,
  purchaseDate: '2026-11-02',
  vins: [
    { vin: 'WVWZZZ1JZ3W386752', brand: 'Volkswagen', model: 'Golf', purchaseAmount: { value: 1, currency: 'EUR' } },
  ],
  totalAmount: { value: 1, currency: 'EUR' },
};
const post = async (mock: Mock, path: string, body: object): Promise<Response> => {
  const request = {
    method: 'POST',
    headers: {
      authorization: \`Bearer \${await mock.token()}\`,
      'idempotency-key': crypto.randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  };
  const url = \`\${mock.baseUrl}/partners/\${SELLER}/\${path}\`;
  const answer = await fetch(url, request).catch(() => fetch(url, request));
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
};
const createBuyer = async (mock: Mock, { vatNumber }: { vatNumber: string }): Promise<{ uuid: string }> => {
  const answer = await post(mock, 'buyers', {
    vatNumber,
    companyName: 'Muster GmbH',
    kycMode: 'SERVICE_LED',
    address: { street: 'Allee 1', postCode: '53111', city: 'Bonn', country: 'DE' },
  });
  return answer.json() as Promise<{ uuid: string }>;
};
`;

/** A page's TypeScript as test files, by name: what stands for itself, and one with the pieces, each as a test. */
export const testsOf = (page: string): Readonly<Record<string, string>> => {
  const blocks = fencedAs(page, 'ts');
  const whole = blocks.filter((code) => code.startsWith('import '));
  const pieces = blocks.filter((code) => !code.startsWith('import '));
  const tests = pieces.map((code, index) => {
    const mock = code.includes('const mock =') ? '' : "const mock = await createMock({ seed: 'pieces' });\n";
    const given = `const yourClient = { createOrder: (body: object) => post(mock, 'orders', body) };\n`;
    const text = code.replaceAll('createBuyer(', 'createBuyer(mock, ');
    const client = code.includes('yourClient') ? given : '';
    return `test('piece ${String(index + 1)}', async () => {\n${mock}${client}${text}\nawait mock.close();\n});\n`;
  });
  return Object.fromEntries([
    ...whole.map((code, index) => [`whole-${String(index + 1)}.test.ts`, code]),
    ['pieces.test.ts', `${GIVEN}\n${tests.join('\n')}`],
  ]) as Record<string, string>;
};
