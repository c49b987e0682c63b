import { duration, integer, optionalInteger, text } from './setting.ts';

/** How the server is protected from strangers, and how it stops. */
export const OPERATION_SETTINGS = {
  maxGuesses: integer({
    flag: 'max-guesses',
    env: 'VATMOCK_MAX_GUESSES',
    minimum: 0,
    maximum: 1_000_000,
    fallback: '0',
    hostedFallback: '30',
    value: 'NUMBER',
    help: 'Wrong client secrets and operator tokens per address and minute. Beyond it, the address gets 429 for the rest of the minute. 0 sets no limit.',
  }),
  trustedProxies: integer({
    flag: 'trusted-proxies',
    env: 'VATMOCK_TRUSTED_PROXIES',
    minimum: 0,
    maximum: 10,
    fallback: '0',
    value: 'NUMBER',
    help: 'Number of proxies in front of the server that each append the address of their client to X-Forwarded-For. With 0, the address of a client is that of its connection.',
  }),
  metricsPort: optionalInteger({
    flag: 'metrics-port',
    env: 'VATMOCK_METRICS_PORT',
    minimum: 0,
    maximum: 65_535,
    fallback: undefined,
    value: 'NUMBER',
    help: 'Show metrics for Prometheus at /metrics on this port, a listener of its own; 0 picks a free one. By default, nothing is measured.',
  }),
  metricsHost: text({
    flag: 'metrics-host',
    env: 'VATMOCK_METRICS_HOST',
    fallback: '127.0.0.1',
    value: 'ADDRESS',
    help: 'Address for --metrics-port. Metrics need no token: other machines can read them at any address but loopback.',
  }),
  drainDelay: duration({
    flag: 'drain-delay',
    env: 'VATMOCK_DRAIN_DELAY',
    fallback: 'PT0S',
    hostedFallback: 'PT2S',
    value: 'DURATION',
    help: 'After SIGTERM or Ctrl-C, GET /__admin/ready returns 503 while the server still accepts requests for this long, so that load balancers turn away from it; then it finishes requests in progress. Keep it 8 seconds below the time after which the process is killed (stop_grace_period).',
  }),
};
