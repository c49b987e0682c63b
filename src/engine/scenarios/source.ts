import { toIsoDateTime } from '../../kernel/clock.ts';
import { drawUuid } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { factsOf } from '../matching/facts.ts';
import type { OwnTemplates, TemplateContext, TemplateRequest } from './template.ts';

const nothing = (): undefined => undefined;

/** Used when there is no request. */
export const NO_SOURCE: TemplateContext = {
  pathParameter: nothing,
  queryParameter: nothing,
  header: nothing,
  body: nothing,
  named: {},
};

/** Values of a request. */
export const sourceOf = (exchange: TemplateRequest, own: OwnTemplates = {}): TemplateContext => {
  const { pathParameter, queryParameter, header, body } = factsOf(exchange);
  return {
    pathParameter,
    queryParameter,
    header,
    body,
    named: {
      'request.id': () => exchange.id,
      'request.traceId': () => exchange.traceId,
      ...Object.fromEntries(Object.entries(own).map(([name, valueOf]) => [name, () => valueOf(exchange)])),
    },
  };
};

const timeOf = (now: number): TemplateContext['named'] => ({
  now: () => toIsoDateTime(now),
  today: () => toIsoDateTime(now).slice(0, 10),
});

/** With the time of a transaction. */
export const sourceOfWork = (source: TemplateContext, { now }: Pick<UnitOfWork, 'now'>): TemplateContext => ({
  ...source,
  named: { ...source.named, ...timeOf(now) },
});

/** Values added by the use of a step: time, random numbers, and the state in which it was used. */
interface Use {
  readonly now: number;
  readonly random: Random;
  readonly state: string;
  readonly secondsLeft: number | undefined;
}

export const sourceOfUse = (source: TemplateContext, { now, random, state, secondsLeft }: Use): TemplateContext => ({
  ...source,
  named: {
    ...source.named,
    ...timeOf(now),
    'random.uuid': () => drawUuid(random),
    'state.name': () => state,
    'state.secondsLeft': () => secondsLeft ?? 1,
  },
});
