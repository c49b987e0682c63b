import { ConfigError } from '../../kernel/config-error.ts';
import { isHttpUrl } from '../../kernel/http.ts';

export type OtelSettings = NonNullable<ReturnType<typeof readOtelSettings>>;

export interface Sampling {
  readonly root: 'always_on' | 'always_off' | 'ratio';
  /** Whether a request that brings a decision keeps it. */
  readonly isParentBased: boolean;
  /** The part of the traces that `ratio` keeps. */
  readonly ratio: number;
}

interface Batch {
  readonly scheduledDelayMillis?: number;
  readonly maxQueueSize?: number;
  readonly maxExportBatchSize?: number;
  readonly exportTimeoutMillis?: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The standard variables of OpenTelemetry that the libraries for Node leave to the program. Undefined if no traces are wanted: an empty variable counts as absent. */
export const readOtelSettings = (environment: Environment) => {
  const read = (name: string): string | undefined => {
    const text = environment[name]?.trim();
    return text === '' ? undefined : text;
  };
  const url = urlOf(read);
  if (url === undefined || read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined;
  const exporter = read('OTEL_TRACES_EXPORTER') ?? 'otlp';
  if (exporter === 'none') return undefined;
  if (exporter !== 'otlp') throw new ConfigError(`OTEL_TRACES_EXPORTER must be otlp or none, but is "${exporter}"`);
  return { url, protocol: protocolOf(read), sampler: samplingOf(read), batch: batchOf(read) };
};

type Read = (name: string) => string | undefined;

const urlOf = (read: Read): string | undefined => {
  const own = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const common = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  const url = own ?? (common === undefined ? undefined : `${common.replace(/\/+$/, '')}/v1/traces`);
  if (url === undefined || isHttpUrl(url)) return url;
  const name = own === undefined ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
  throw new ConfigError(`${name} must be an http or https URL, such as http://127.0.0.1:4318`);
};

const protocolOf = (read: Read): 'http/protobuf' | 'http/json' => {
  const name = 'OTEL_EXPORTER_OTLP_PROTOCOL';
  const protocol = read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? read(name) ?? 'http/protobuf';
  if (protocol === 'http/protobuf' || protocol === 'http/json') return protocol;
  throw new ConfigError(
    `${name} must be http/protobuf or http/json, but is "${protocol}": send to the HTTP port of the collector, which is usually 4318`,
  );
};

const SAMPLERS: Readonly<Record<string, Omit<Sampling, 'ratio'>>> = {
  always_on: { root: 'always_on', isParentBased: false },
  always_off: { root: 'always_off', isParentBased: false },
  traceidratio: { root: 'ratio', isParentBased: false },
  parentbased_always_on: { root: 'always_on', isParentBased: true },
  parentbased_always_off: { root: 'always_off', isParentBased: true },
  parentbased_traceidratio: { root: 'ratio', isParentBased: true },
};

const samplingOf = (read: Read): Sampling => {
  const name = read('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  const sampler = SAMPLERS[name];
  if (sampler === undefined)
    throw new ConfigError(`OTEL_TRACES_SAMPLER must be one of ${Object.keys(SAMPLERS).join(', ')}, but is "${name}"`);
  const ratio = Number(read('OTEL_TRACES_SAMPLER_ARG') ?? '1');
  if (sampler.root === 'ratio' && !(ratio >= 0 && ratio <= 1))
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.1');
  return { ...sampler, ratio };
};

const batchOf = (read: Read): Batch => {
  const number = (variable: string, name: keyof Batch): Batch => {
    const text = read(variable);
    if (text === undefined) return {};
    if (!/^[1-9]\d{0,8}$/.test(text))
      throw new ConfigError(`${variable} must be a whole number from 1, but is "${text}"`);
    return { [name]: Number(text) };
  };
  return {
    ...number('OTEL_BSP_SCHEDULE_DELAY', 'scheduledDelayMillis'),
    ...number('OTEL_BSP_MAX_QUEUE_SIZE', 'maxQueueSize'),
    ...number('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 'maxExportBatchSize'),
    ...number('OTEL_BSP_EXPORT_TIMEOUT', 'exportTimeoutMillis'),
  };
};
