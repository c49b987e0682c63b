import { isJsonMediaType } from '../../kernel/http.ts';
import type { Operation } from '../contract/contract.ts';
import { checkBody } from './check-body.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import { checkName } from '../matching/nearest.ts';
import type { Meanwhile } from '../../generated/scenario-file.ts';
import type { ScenarioSchema } from './scenario-schema.ts';

/** A call that is executed must be a valid one; `outer` is the operation that it is executed before. */
export const checkMeanwhile = (
  { call, params = {}, body }: Meanwhile,
  outer: Operation | undefined,
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  if (call === undefined) {
    for (const [member, value] of Object.entries({ params: Object.keys(params)[0], body }))
      if (value !== undefined) diagnostics.at(member).addKey(`${member} requires call: add call, or remove ${member}`);
    return;
  }
  const operation = scenarioSchema.operation(call);
  if (operation === undefined) return;
  const inPath = operation.parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name);
  for (const name of Object.keys(params))
    checkName(`the path of ${call} has no parameter`, name, inPath, diagnostics.at('params', name).addKey);
  const given = [...Object.keys(params), ...(outer?.parameters ?? []).map(({ name }) => name)];
  if (outer !== undefined)
    for (const name of inPath.filter((one) => !given.includes(one)))
      diagnostics.add(`${call} needs the path parameter "${name}", and ${outer.id} has none: add it to params`);
  const contents = operation.requestBody?.contents ?? [];
  const content = contents.find(({ mediaType }) => isJsonMediaType(mediaType));
  if (body === undefined) {
    if (operation.requestBody?.required === true) diagnostics.add(`${call} requires a body: add body`);
    return;
  }
  if (content === undefined)
    diagnostics
      .at('body')
      .addKey(`${call} accepts no ${contents.length === 0 ? 'body' : 'JSON'}: use another call, or remove body`);
  else if (content.schema !== undefined) {
    const checked = { value: body, schema: content.schema, isPartial: false, what: `the body for ${call}` };
    checkBody(checked, scenarioSchema, diagnostics.at('body'));
  }
};
