import { ExportResultCode } from '@opentelemetry/core';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { OtelSettings, Sampling } from './otel-settings.ts';

export interface ProviderParts {
  readonly settings: OtelSettings;
  readonly version: string;
  readonly mode: string;
  /** Called when spans cannot be sent. */
  readonly failed: (message: string) => void;
}

/**
 * Sends spans in batches. The libraries themselves read the variables with which an exporter signs in and encrypts
 * (OTEL_EXPORTER_OTLP_HEADERS, _TIMEOUT, _COMPRESSION, _CERTIFICATE), and the resource (OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES).
 */
export const openProvider = async (parts: ProviderParts): Promise<TracerProvider> => {
  const { settings, version, mode, failed } = parts;
  const { url, protocol, sampler, batch } = settings;
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  const own = resourceFromAttributes({
    'service.name': 'vatmock',
    'service.version': version,
    'vatmock.mode': mode,
  });
  return new TracerProvider({
    resource: own.merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    sampler: toSampler(sampler),
    spanProcessors: [new BatchSpanProcessor({ exporter: reporting(new OTLPTraceExporter({ url }), failed), ...batch })],
  });
};

const toSampler = ({ root, isParentBased, ratio }: Sampling): Sampler => {
  const sampler =
    root === 'ratio'
      ? new TraceIdRatioBasedSampler(ratio)
      : root === 'always_on'
        ? new AlwaysOnSampler()
        : new AlwaysOffSampler();
  return isParentBased ? new ParentBasedSampler({ root: sampler }) : sampler;
};

/** The libraries tell failures to one logger of the whole process, which belongs to the program around. */
const reporting = (exporter: SpanExporter, failed: ProviderParts['failed']): SpanExporter => ({
  export: (spans, done) => {
    exporter.export(spans, (result) => {
      if (result.code !== ExportResultCode.SUCCESS) failed(result.error?.message ?? 'no reason was given');
      done(result);
    });
  },
  shutdown: () => exporter.shutdown(),
  forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
});
