import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { type TempFolder, createTempFolder } from '../support/temp-folder.ts';
import { type Ran, run } from '../acceptance/examples/run.ts';

export const ROOT = path.join(import.meta.dirname, '../..');
export const CHART = path.join(ROOT, 'charts/vatmock');

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>>;
}

export interface Rendered extends Ran {
  readonly manifests: readonly Manifest[];
  /** What kubernetes-validate says of them. */
  readonly validate: () => Promise<Ran>;
}

const withValues = async <T>(values: object, use: (folder: TempFolder) => Promise<T>): Promise<T> => {
  const folder = await createTempFolder({ 'values.yaml': JSON.stringify(values) });
  try {
    return await use(folder);
  } finally {
    await folder.remove();
  }
};

/** `helm template`, as for a release named `demo`. */
export const renderChart = (values: object): Promise<Rendered> =>
  withValues(values, async (folder) => {
    const args = ['template', 'demo', CHART, '--namespace', 'stubs', '--values', folder.file('values.yaml')];
    const ran = await run('helm', args, { cwd: ROOT });
    const documents = ran.code === 0 ? parseAllDocuments(ran.output) : [];
    return {
      ...ran,
      manifests: documents.map((document) => document.toJS() as Manifest),
      validate: async () => {
        const written = await createTempFolder({ 'rendered.yaml': ran.output });
        const args = ['--strict', '--quiet', written.file('rendered.yaml')];
        const said = await run('kubernetes-validate', args, { cwd: ROOT });
        await written.remove();
        return { ...said, output: said.output.replaceAll(written.path, '') };
      },
    };
  });

export const lintChart = (values: object): Promise<Ran> =>
  withValues(values, (folder) =>
    run('helm', ['lint', '--strict', CHART, '--values', folder.file('values.yaml')], { cwd: ROOT }),
  );
