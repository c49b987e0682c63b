import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { type Ran, run } from '../test/acceptance/examples/run.ts';
import { type InstalledProject, createInstalledProject } from '../test/support/installed-project.ts';

/** The package is built. */
jest.setTimeout(300_000);

const ROOT = path.join(import.meta.dirname, '..');
const PIPELINES = path.join(ROOT, 'docs/examples/pipelines');
const read = (name: string): Promise<string> => readFile(path.join(PIPELINES, name), 'utf8');

/** Skips what needs a program that this machine lacks; .ci/run installs them. */
const testWith = async (program: string) =>
  (await run('bash', ['-c', `command -v ${program}`], { cwd: ROOT })).code === 0 || process.env['CI'] !== undefined
    ? test
    : test.skip;
const testWithSchemas = await testWith('check-jsonschema');
const testWithActionlint = await testWith('actionlint');
const testWithGroovy = await testWith('translated-groovy3-parser.py');

let project: InstalledProject;
beforeAll(async () => {
  project = await createInstalledProject();
  await cp(path.join(ROOT, 'test/acceptance/vatmock-test/client.js'), project.file('client.js'));
});
afterAll(() => project.remove());

interface Pipeline {
  readonly action: { readonly runs: { readonly steps: readonly Step[] } };
  readonly component: { readonly vatmock: { readonly script: readonly string[] } };
}

interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Inputs {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
}

/** The defaults, and these values. */
const fill = (text: string, { inputs }: Inputs, given: Readonly<Record<string, string>>): string =>
  text.replaceAll(
    /\$(?:\{\{|\[\[) inputs\.(\w+) (?:\}\}|\]\])/g,
    (_, name: string) => given[name] ?? inputs[name]?.default ?? '',
  );

/** Runs the client in each pipeline as its server does: the words of its shell, its variables, and its inputs. */
const PIPELINE_RUNS: Readonly<Record<string, (client: string) => Promise<Ran>>> = {
  'the GitHub Action': async (client) => {
    const action = parse(await read('github/action.yml')) as Pipeline['action'] & Inputs;
    const given = { scenarios: 'lost-answer key-reused', command: client };
    const steps = action.runs.steps.filter((step) => step.run !== undefined);
    const ran: Ran[] = [];
    for (const { run: script = '', env = {} } of steps) {
      const own = Object.entries(env).map(([name, value]) => [name, fill(value, action, given)]);
      const variables = { ...Object.fromEntries(own), GITHUB_STEP_SUMMARY: project.file('step-summary') };
      ran.push(
        await project.run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { env: variables }),
      );
    }
    const [first, ...others] = ran;
    expect(others).toEqual([{ code: 0, output: '' }]);
    expect(await readFile(project.file('step-summary'), 'utf8')).toContain(
      await readFile(project.file('vatmock/summary.md'), 'utf8'),
    );
    return first!;
  },
  'the GitLab component': async (client) => {
    const [spec, jobs] = parseAllDocuments(await read('gitlab/templates/vatmock.yml')).map(
      (one) => one.toJS() as object,
    );
    const { spec: inputs } = spec as { spec: Inputs };
    const { script } = (jobs as Pipeline['component']).vatmock;
    const words = fill(script.join('\n'), inputs, { scenarios: 'lost-answer key-reused' });
    return project.run('sh', ['-ec', words], { env: { CLIENT: client } });
  },
  'the Jenkinsfile': async (client) => {
    const text = await read('jenkins/Jenkinsfile');
    const [, script = ''] = /sh '(npx .*)'/.exec(text) ?? [];
    const [, scenarios = ''] = /SCENARIOS = '(.*)'/.exec(text) ?? [];
    return project.run('sh', ['-xec', script], { env: { CLIENT: client, SCENARIOS: scenarios } });
  },
};

describe.each(Object.entries(PIPELINE_RUNS))('%s', (_name, play) => {
  test('passes with a client that does what is expected', async () => {
    expect(await play('node client.js right')).toEqual({ code: 0, output: expect.stringContaining('0 failed') });
    expect(await readFile(project.file('vatmock/junit.xml'), 'utf8')).toMatch(/<testsuites [^>]*failures="0"/);
  });

  test('fails with one that does not, and says why', async () => {
    const { code, output } = await play('node client.js hasty');
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('not met') });
    const summary = await readFile(project.file('vatmock/summary.md'), 'utf8');
    expect(summary).toContain('| lost-answer | **failed** | 0 of 1 | 1 |');
    expect(summary).toContain('retry-with-new-key');
    expect(await readFile(project.file('vatmock/junit.xml'), 'utf8')).toContain('failures="2"');
  });
});

describe('their linters', () => {
  const check = (schema: string, file: string): Promise<Ran> =>
    project.run('check-jsonschema', ['--builtin-schema', `vendor.${schema}`, file]);

  testWithSchemas('accept the action and the component, and not a faulty one', async () => {
    const action = await read('github/action.yml');
    const component = await read('gitlab/templates/vatmock.yml');
    const [, spec = '', jobs = ''] = /^([^]*?)^---\n([^]*)$/m.exec(component) ?? [];
    await project.write({
      'action.yml': action,
      'faulty/action.yml': action.replace('shell: bash', 'shel: bash'),
      'spec.yml': spec,
      'jobs.yml': jobs,
      'faulty/jobs.yml': jobs.replace('when: always', 'when: ever'),
    });
    expect((await check('github-actions', 'action.yml')).code).toBe(0);
    expect((await check('gitlab-ci', 'spec.yml')).code).toBe(0);
    expect((await check('gitlab-ci', 'jobs.yml')).code).toBe(0);
    expect((await check('github-actions', 'faulty/action.yml')).code).toBe(1);
    expect((await check('gitlab-ci', 'faulty/jobs.yml')).code).toBe(1);
  });

  testWithActionlint('accept what docs/testing.md gives the action', async () => {
    const page = await project.read('docs/testing.md');
    const [, steps = ''] = /^```yaml\n(- uses: [^]*?)^```/m.exec(page) ?? [];
    await project.write({
      '.github/actions/vatmock/action.yml': await read('github/action.yml'),
      '.github/workflows/test.yml': `on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n${steps.replaceAll(/^/gm, '      ').trimEnd()}\n`,
    });
    await project.run('git', ['init', '-q']);
    expect(steps).toContain('./.github/actions/vatmock');
    expect(await project.run('actionlint', [])).toEqual({ code: 0, output: '' });
  });

  testWithGroovy('parse the Jenkinsfile, and not half of it', async () => {
    const text = await read('jenkins/Jenkinsfile');
    await project.write({ Jenkinsfile: text, 'faulty/Jenkinsfile': text.slice(0, -10) });
    const parseGroovy = async (file: string): Promise<boolean> =>
      !(await project.run('translated-groovy3-parser.py', [file])).output.includes('Parse failed');
    expect([await parseGroovy('Jenkinsfile'), await parseGroovy('faulty/Jenkinsfile')]).toEqual([true, false]);
  });
});
