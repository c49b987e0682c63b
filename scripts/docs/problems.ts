import type { ProblemTexts } from '../../src/engine/problems/problem.ts';

/** An entry of `x-problem-types`. */
export interface ListedType {
  readonly name: string;
  readonly status: number;
  readonly title: string;
}

type EngineType = Omit<ListedType, 'name'> & ProblemTexts & { readonly unlisted?: true };

type OwnTexts = Partial<Omit<ProblemTexts, 'rule'>> & { readonly rule?: Partial<ProblemTexts['rule']> };

/** spec/problems.yaml */
export interface ProblemsFile {
  readonly engine: Readonly<Record<string, EngineType>>;
  readonly api: Readonly<Record<string, OwnTexts>>;
}

/** The problem types of the engine, and those of this API by status, with what the API says of them in its own way. */
export const problemTypes = (
  { engine, api }: ProblemsFile,
  listed: readonly ListedType[],
): Readonly<Record<'ENGINE_PROBLEMS' | 'API_PROBLEMS', object>> => {
  const unknown = [...Object.keys(engine), ...Object.keys(api)].filter(
    (name) => !listed.some((one) => one.name === name),
  );
  if (unknown.length > 0) throw new Error(`spec/openapi.yaml lists no problem type ${unknown.join(', ')}`);
  const byStatus = [...listed].sort((one, other) => one.status - other.status);
  return {
    ENGINE_PROBLEMS: Object.fromEntries(
      Object.entries(engine).map(([name, { status, title, unlisted, ...texts }]) => [
        name,
        { status, title, ...(unlisted === undefined ? {} : { unlisted }), texts },
      ]),
    ),
    API_PROBLEMS: Object.fromEntries(
      byStatus.map(({ name, status, title }) => {
        const {
          status: _status,
          title: _title,
          unlisted: _unlisted,
          ...usual
        }: Partial<EngineType> = engine[name] ?? {};
        const rule = { ...usual.rule, ...api[name]?.rule };
        return [name, { status, title, texts: { ...usual, ...api[name], rule } }];
      }),
    ),
  };
};
