import { parseDuration } from '../../kernel/duration.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { Operation } from '../contract/contract.ts';
import { checkConditions, checkPointer, onlyOf } from './check-conditions.ts';
import { checkReply } from './check-reply.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import { checkName } from '../matching/nearest.ts';
import { templateDiagnostics, spotsIn } from './template.ts';
import type { DelayFile, Meanwhile, ReplyFile, StepFile } from '../../generated/scenario-file.ts';
import type { ScenarioSchema } from './scenario-schema.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { checkBody } from './check-body.ts';

export const checkStep = async (
  step: StepFile,
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
  pause?: Pause,
): Promise<void> => {
  const { on, at, when = {}, reply, delay, fault, meanwhile } = step;
  const found = scenarioSchema.operation(on);
  const operations = on === '*' ? scenarioSchema.contract.operations : found === undefined ? [] : [found];
  const only = onlyOf(operations);
  const passed = at === undefined ? only : undefined;
  await checkConditions(when, operations, passed, scenarioSchema, diagnostics.at('when'), pause);
  if (meanwhile !== undefined) {
    checkMeanwhile(meanwhile, only, scenarioSchema, diagnostics.at('meanwhile'));
    checkTemplates(meanwhile, operations, step, scenarioSchema, diagnostics.at('meanwhile'));
  }
  if (reply !== undefined && reply !== 'pass') {
    checkReply(reply, operations, scenarioSchema, diagnostics.at('reply'));
    checkTemplates(reply, operations, step, scenarioSchema, diagnostics.at('reply'));
  }
  if (typeof delay === 'object') checkDelay(delay, diagnostics.at('delay'));
  if (fault === 'commit-then-reset' && reply !== undefined && reply !== 'pass')
    diagnostics
      .at('fault')
      .add(
        'commit-then-reset needs the operation to run, but reply replaces it: remove reply, or use CONNECTION_RESET_BY_PEER',
      );
};

const checkDelay = ({ uniform, lognormal }: DelayFile, diagnostics: DiagnosticList): void => {
  if (uniform !== undefined && isMore(uniform.lower, uniform.upper))
    diagnostics.at('uniform', 'lower').add(`${uniform.lower} is more than upper, ${uniform.upper}: swap them`);
  const { median, atMost } = lognormal ?? {};
  if (median !== undefined && atMost !== undefined && isMore(median, atMost))
    diagnostics.at('lognormal', 'atMost').add(`${atMost} is less than the median, ${median}: raise or remove it`);
};

/** Invalid durations are reported elsewhere. */
const isMore = (one: string, other: string): boolean => {
  try {
    return parseDuration(one) > parseDuration(other);
  } catch {
    return false;
  }
};

/** Every template must be known, and refer to something that the operation has. */
const checkTemplates = (
  value: ReplyFile | Meanwhile,
  operations: readonly Operation[],
  { at }: StepFile,
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  const wrong = templateDiagnostics(value, at === 'received' ? 'reply-at-received' : 'reply', scenarioSchema.templates);
  for (const { path, message } of wrong) diagnostics.at(...path).add(message);
  const only = onlyOf(operations);
  if (only === undefined || wrong.length > 0) return;
  for (const { path, names } of spotsIn(value))
    for (const name of names) {
      const [, place, key = ''] = /^request\.(path|query)\.(.+)$/.exec(name) ?? [];
      const known = only.parameters.filter((parameter) => parameter.in === place).map((parameter) => parameter.name);
      if (place !== undefined)
        checkName(`{{${name}}}: ${only.id} has no ${place} parameter`, key, known, diagnostics.at(...path).add);
      if (name.startsWith('request.body/'))
        checkPointer(name.slice('request.body'.length), [only], scenarioSchema, asValue(diagnostics.at(...path)));
    }
};

/** The value is at fault, not the name of its member. */
const asValue = (diagnostics: DiagnosticList): DiagnosticList => ({ ...diagnostics, addKey: diagnostics.add });

/** A call that is executed must be a valid one; `outer` is the operation that it is executed before. */
const checkMeanwhile = (
  { call, params = {}, body }: Meanwhile,
  outer: Operation | undefined,
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  const operation = call === undefined ? undefined : scenarioSchema.operation(call);
  if (call === undefined || operation === undefined) return;
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
