import { stringify } from 'yaml';
import type { FirstCall } from './pick-call.ts';

/** The files of a new folder, by name, beside the description and its types. */
export const toFiles = (facts: {
  /** The names of the files. */
  readonly specs: readonly string[];
  readonly title: string;
  readonly version: string;
  readonly call: FirstCall | undefined;
}): Readonly<Record<string, string>> => {
  const { specs, title, version, call } = facts;
  const serve = `vatmock serve ${specs.map((spec) => `--spec ${spec}`).join(' ')} --scenarios scenarios`;
  const places = specs.map((spec) => `\`\${import.meta.dirname}/${spec}\``);
  const { target = '/', headers = {}, status = 404, fixture = {} } = call ?? {};
  return {
    'behaviours.ts': `// Your own behaviours of "${title}": they are reloaded when you save this file.
import type { Behaviours } from 'vatmock';
import type { Api } from './api-types.ts';

export default {
${exampleOf(call)}} satisfies Behaviours<Api>;
`,
    'scenarios/first.yaml': `# What goes differently from usual, for the calls that have the header "X-Mock-Scenario: first".
scenario: first
teaches: A service may be unavailable for a moment.
client: Waits, and sends the request again.
steps:
  - on: ${JSON.stringify(call?.operation.id ?? '*')}
    times: 1
    reply:
      problem: { status: 503, detail: Closed for a moment. }
      headers: { Retry-After: '1' }
      offContract: true # whether or not the description has it
`,
    'fixtures/first.yaml': `# What each sandbox begins with, by the names that "vatmock validate --resources ${specs.join()}" shows.
# Members that are not here are generated. A reset begins anew: curl -X POST http://127.0.0.1:4010/__admin/reset
${stringify(fixture)}`,
    'first.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMock } from 'vatmock';

test('the first call is answered', async () => {
  const mock = await createMock({ spec: ${places.length > 1 ? `[${places.join(', ')}]` : places.join('')} });
  try {
    const response = await fetch(mock.baseUrl + ${JSON.stringify(target)}, { headers: ${JSON.stringify(headers)} });
    assert.equal(response.status, ${status});
  } finally {
    await mock.close();
  }
});
`,
    'package.json': `${JSON.stringify(
      {
        private: true,
        type: 'module',
        scripts: { start: serve, test: 'node --test', types: `vatmock types ${specs.join(' ')} > api-types.ts` },
        dependencies: { vatmock: `^${version}` },
      },
      null,
      2,
    )}
`,
    'tsconfig.json': `{
  "compilerOptions": {
    "module": "nodenext",
    "target": "es2024",
    "strict": true,
    "noEmit": true,
    "erasableSyntaxOnly": true,
    "allowImportingTsExtensions": true
  }
}
`,
    Dockerfile: `FROM node:24-slim
WORKDIR /mock
COPY package.json ./
RUN npm install --omit=dev
COPY . .
USER node
ENV HOST=0.0.0.0
EXPOSE 4010
CMD ["node_modules/.bin/${serve.split(' ').join('", "')}"]
`,
    '.dockerignore': 'node_modules\n',
    'README.md': `# A mock of ${title}

\`\`\`sh
npm install
npm start        # http://127.0.0.1:4010; --port after "--" for another one
npm test         # first.test.js makes a call
npm run types    # api-types.ts, after a change of ${specs.join(' or ')}
\`\`\`

\`behaviours.ts\` says what operations do, and their jobs later; \`fixtures/\` what is there at first; \`scenarios/\` what goes wrong, for tests. Without them, the description answers.
`,
  };
};

/** A behaviour that refuses in one case, and otherwise leaves the answer to the mock. */
const exampleOf = (call: FirstCall | undefined): string => {
  if (call === undefined) return '';
  const { id, method, path, parameters } = call.operation;
  const parameter = parameters.find((one) => one.in === 'path');
  const [given, condition] =
    parameter === undefined
      ? ['sandbox', "sandbox.id === 'empty'"]
      : ['path', `String(path[${JSON.stringify(parameter.name)}]) === '404'`];
  return `  // ${method} ${path.replaceAll(/\s/g, ' ')}. Return { status, body } to answer, or nothing for the usual answer.
  ${JSON.stringify(id)}: ({ ${given}, problem }) => {
    if (${condition}) throw problem(404, { detail: 'There is nothing here.' });
  },
`;
};
