import { ConfigError } from '../../kernel/user-errors.ts';
import { isHttpUrl } from '../../kernel/http.ts';

interface Batch {
  readonly scheduledDelayMillis?: number;
  readonly maxQueueSize?: number;
  readonly maxExportBatchSize?: number;
  readonly exportTimeoutMillis?: number;
}

/** The standard variables of OpenTelemetry that the libraries for Node leave to the program. Undefined if no traces are wanted: an empty variable counts as absent. */
export const readOtelSettings = (environment: NodeJS.ProcessEnv) => {
  const read = (name: string): string | undefined => {
    const text = environment[name]?.trim();
    return text === '' ? undefined : text;
  };
  const url = urlOf(read);
  if (url === undefined || read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined;
  const exporter = read('OTEL_TRACES_EXPORTER') ?? 'otlp';
  if (exporter === 'none') return undefined;
  if (exporter !== 'otlp') throw new ConfigError(`OTEL_TRACES_EXPORTER must be otlp or none, but is "${exporter}"`);
  return {
    url,
    protocol: protocolOf(read),
    batch: batchOf(read),
    sampler: read('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on',
    /** The part of the traces that some samplers keep. */
    ratio: Number(read('OTEL_TRACES_SAMPLER_ARG') ?? '1'),
  };
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
