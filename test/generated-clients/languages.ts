import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import type { Run } from './run-command.ts';

/** Where a client lies, and what may be kept from run to run. */
interface Place {
  /** The generated client. */
  readonly client: string;
  /** Packages that it needs. */
  readonly cache: string;
  readonly run: Run;
}

export interface Language {
  readonly name: string;
  /** openapi-generator's name for it, and its options. */
  readonly generator: string;
  readonly options?: Readonly<Record<string, string>>;
  /** Programs without which it cannot be tried. */
  readonly needs: readonly (readonly [string, ...string[]])[];
  /** Fetches what the client needs. What fails here is no fault of the client. */
  readonly fetch?: (place: Place) => Promise<void>;
  /** Makes a program of the client and the flow; the command that starts it. */
  readonly build: (place: Place) => Promise<readonly [string, ...string[]]>;
}

const flow = (file: string): string => path.join(import.meta.dirname, 'flows', file);

const python: Language = {
  name: 'Python',
  generator: 'python',
  needs: [['python3', '--version']],
  fetch: async ({ cache, run }) => {
    if (existsSync(path.join(cache, 'complete'))) return;
    await run(['python3', '-m', 'venv', cache]);
    const packages = ['urllib3>=2.1,<3', 'python_dateutil', 'pydantic>=2', 'typing-extensions'];
    await run([path.join(cache, 'bin/pip'), 'install', '--quiet', '--disable-pip-version-check', ...packages]);
    await writeFile(path.join(cache, 'complete'), '');
  },
  build: ({ cache }) => Promise.resolve([path.join(cache, 'bin/python'), flow('flow.py')]),
};

const go: Language = {
  name: 'Go',
  generator: 'go',
  // Go has no enums: without it, ACTIVE of a buyer and ACTIVE of a document would be one name.
  options: { enumClassPrefix: 'true' },
  needs: [['go', 'version']],
  fetch: async ({ client, run }) => {
    await mkdir(path.join(client, 'flow'));
    await cp(flow('flow.go'), path.join(client, 'flow/main.go'));
    await run(['go', 'mod', 'tidy'], { cwd: client });
  },
  build: async ({ client, run }) => {
    await run(['go', 'build', '-o', 'flow/flow', './flow'], { cwd: client });
    return [path.join(client, 'flow/flow')];
  },
};

const java: Language = {
  name: 'Java',
  generator: 'java',
  // Else a list that nobody has set is sent as an empty one.
  options: { containerDefaultToNull: 'true', hideGenerationTimestamp: 'true' },
  needs: [['javac', '-version']],
  fetch: async ({ client, cache, run }) => {
    if (existsSync(path.join(cache, 'complete'))) return;
    const jars = [`-DoutputDirectory=${cache}`, '-DincludeScope=compile'];
    await run(['mvn', '-q', '-B', 'dependency:copy-dependencies', ...jars], { cwd: client });
    await writeFile(path.join(cache, 'complete'), '');
  },
  build: async ({ client, cache, run }) => {
    const classes = path.join(client, 'classes');
    const sources = await filesBelow(path.join(client, 'src/main/java'), '.java');
    await writeFile(path.join(client, 'sources.txt'), [...sources, flow('Flow.java')].join('\n'));
    await run(['javac', '-nowarn', '-proc:none', '-cp', `${cache}/*`, '-d', classes, `@${client}/sources.txt`]);
    return ['java', '-cp', `${classes}${path.delimiter}${cache}/*`, 'Flow'];
  },
};

const typescript: Language = {
  name: 'TypeScript',
  generator: 'typescript-fetch',
  needs: [],
  build: async ({ client }) => {
    const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
    for (const file of await filesBelow(client, '.ts')) {
      const { outputText } = ts.transpileModule(await readFile(file, 'utf8'), { compilerOptions });
      await writeFile(file.replace(/ts$/, 'js'), outputText);
    }
    await writeFile(path.join(client, 'package.json'), '{ "type": "commonjs" }');
    return [process.execPath, flow('flow.ts')];
  },
};

const filesBelow = async (folder: string, end: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(end))
    .map((entry) => path.join(entry.parentPath, entry.name));

/** The quickest first. */
export const LANGUAGES: readonly Language[] = [typescript, python, java, go];
