import { run } from '../acceptance/examples/run.ts';

/** What checks the files that deploy the server: how to ask whether it is there, and how to install it. */
const TOOLS = {
  helm: { question: 'version', remedy: 'go install helm.sh/helm/v3/cmd/helm@v3.22.0' },
  'kubernetes-validate': { question: '--version', remedy: 'pip install kubernetes-validate' },
};

/** Those that this machine lacks, with the remedy. */
export const findMissingTools = async (...programs: readonly (keyof typeof TOOLS)[]): Promise<readonly string[]> => {
  const answers = await Promise.all(
    programs.map(async (program) => {
      const { question, remedy } = TOOLS[program];
      const { code } = await run(program, [question], { cwd: import.meta.dirname });
      return code === 0 ? [] : [`${program} (${remedy})`];
    }),
  );
  return answers.flat();
};
