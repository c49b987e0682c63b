import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { variableOf } from '../../src/config/setting.ts';
import { SETTINGS } from '../../src/generated/settings.ts';
import { findMissingTools } from './missing-tools.ts';
import { CHART, ROOT, lintChart, renderChart } from './rendered-chart.ts';

/** A minimum of values, and all that the chart offers. */
const HOSTED = { mode: 'hosted', publicUrl: 'https://stub.example', adminToken: { existingSecret: 'operator' } };
const DATABASE = { database: { existingSecret: 'database' } };
const FULL = {
  ...HOSTED,
  replicas: 3,
  ...DATABASE,
  settings: { VATMOCK_SEED: 2_147_483_648, VATMOCK_SIGNUP: 'open', VATMOCK_CORS_ORIGINS: 'none' },
  image: { repository: 'registry.example/vatmock', digest: `sha256:${'0'.repeat(64)}` },
  imagePullSecrets: [{ name: 'registry' }],
  service: { type: 'LoadBalancer', annotations: { owner: 'us' } },
  ingress: {
    enabled: true,
    className: 'nginx',
    annotations: { 'nginx.ingress.kubernetes.io/proxy-buffering': 'off' },
    host: 'stub.example',
    tlsSecret: 'stub-example',
  },
  networkPolicy: {
    from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }],
    egress: [{ to: [{ podSelector: { matchLabels: { app: 'receiver' } } }], ports: [{ port: 8080, protocol: 'TCP' }] }],
  },
  metrics: {
    enabled: true,
    from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    dashboard: { enabled: true },
  },
  serviceAccount: { annotations: { owner: 'us' } },
  podAnnotations: { owner: 'us' },
  podLabels: { team: 'us' },
  priorityClassName: 'high',
  nodeSelector: { 'kubernetes.io/arch': 'arm64' },
  tolerations: [{ key: 'arm64', operator: 'Exists', effect: 'NoSchedule' }],
  affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
};
const ON_A_VOLUME = {
  persistence: { enabled: true, size: '2Gi', storageClass: 'fast' },
  encryptionKey: { existingSecret: 'key' },
};

test('the chart has the version of the package', async () => {
  const { appVersion } = parse(await readFile(path.join(CHART, 'Chart.yaml'), 'utf8')) as { appVersion: string };
  const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
  expect(appVersion).toBe(version);
});

interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly startupProbe: { readonly httpGet: { readonly path: string } };
  readonly livenessProbe: Container['startupProbe'];
  readonly readinessProbe: Container['startupProbe'];
}

interface DeploymentSpec {
  readonly strategy: { readonly type: string };
  readonly template: {
    readonly spec: {
      readonly containers: readonly [Container];
      readonly securityContext: { readonly runAsUser: number; readonly runAsGroup: number };
      readonly terminationGracePeriodSeconds: number;
    };
  };
}

const deploymentOf = async (values: object): Promise<DeploymentSpec> => {
  const { output, manifests } = await renderChart(values);
  const found = manifests.find(({ kind }) => kind === 'Deployment');
  if (found === undefined) throw new Error(`no Deployment:\n${output}`);
  return found.spec as unknown as DeploymentSpec;
};

interface NetworkPolicySpec {
  readonly ingress: readonly object[];
  readonly egress: readonly object[];
}

const networkPolicyOf = async (values: object): Promise<NetworkPolicySpec> => {
  const { output, manifests } = await renderChart(values);
  const found = manifests.find(({ kind }) => kind === 'NetworkPolicy');
  if (found === undefined) throw new Error(`no NetworkPolicy:\n${output}`);
  return found.spec as unknown as NetworkPolicySpec;
};

const environmentOf = async (values: object): Promise<Readonly<Record<string, string | undefined>>> => {
  const { env } = (await deploymentOf(values)).template.spec.containers[0];
  return Object.fromEntries(env.map(({ name, value }) => [name, value]));
};

const kindsOf = async (values: object): Promise<readonly string[]> =>
  (await renderChart(values)).manifests.map(({ kind }) => kind).sort();

const missing = await findMissingTools('helm', 'kubernetes-validate');
if (missing.length > 0 && process.env['CI'] === undefined) {
  process.stderr.write(`The Helm chart is not checked: this machine lacks ${missing.join(' and ')}.\n`);
  test.skip('rendering the chart is left out', () => undefined);
} else
  describe('rendered by Helm', () => {
    test('there is all that it takes', () => {
      expect(missing).toEqual([]);
    });

    test.each([
      ['its defaults', {}],
      ['few values', HOSTED],
      ['data on a volume', ON_A_VOLUME],
      ['all values', FULL],
    ])('Kubernetes accepts it with %s, and helm lint finds nothing', async (_, values) => {
      expect(await lintChart(values)).toMatchObject({ code: 0 });
      const { output, validate } = await renderChart(values);
      expect(output).toMatch(/^kind: Deployment$/m);
      const { code, output: said } = await validate();
      // The Prometheus Operator brings its own schemas.
      const complaints = said
        .split('\n')
        .filter((line) => line !== '' && !line.includes('schema for kind ServiceMonitor '));
      expect({ code, complaints }).toEqual({ code: 0, complaints: [] });
    });

    test('by default it is one server in memory, and nothing that such a server does not need', async () => {
      expect(await kindsOf({})).toEqual(['Deployment', 'NetworkPolicy', 'Service', 'ServiceAccount']);
      expect((await deploymentOf({})).strategy.type).toBe('Recreate');
      expect((await deploymentOf(FULL)).strategy.type).toBe('RollingUpdate');
      expect(await kindsOf(FULL)).toEqual(
        expect.arrayContaining(['ConfigMap', 'Ingress', 'PodDisruptionBudget', 'ServiceMonitor', 'Service']),
      );
    });

    test('it sets what the server reads, and nothing else', async () => {
      const settings = Object.keys(SETTINGS).map(variableOf);
      // Kubernetes puts the address of the pod into VATMOCK_INTERNAL_URL.
      const known = [...settings, 'ADMIN_TOKEN', 'VATMOCK_ENCRYPTION_KEY', 'POD_IP'];
      for (const values of [{}, FULL, ON_A_VOLUME])
        expect(Object.keys(await environmentOf(values)).filter((name) => !known.includes(name))).toEqual([]);
      expect(await environmentOf(FULL)).toMatchObject({
        VATMOCK_SEED: '2147483648',
        VATMOCK_PUBLIC_URL: 'https://stub.example',
        VATMOCK_TRUSTED_PROXIES: '1',
      });
      expect((await environmentOf({}))['VATMOCK_ALLOWED_HOSTS']).toContain('demo-vatmock.stubs.svc');
    });

    test('servers of one database reach each other at the addresses of their pods, past the network policy', async () => {
      const { env } = (await deploymentOf(FULL)).template.spec.containers[0];
      const [address, url] = env.slice(env.findIndex(({ name }) => name === 'POD_IP'));
      expect(address).toMatchObject({ valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } });
      expect(url).toEqual({ name: 'VATMOCK_INTERNAL_URL', value: 'http://$(POD_IP):4010' });

      const matchLabels = { 'app.kubernetes.io/name': 'vatmock', 'app.kubernetes.io/instance': 'demo' };
      const peers = [{ podSelector: { matchLabels } }];
      const { ingress, egress } = await networkPolicyOf(FULL);
      expect(ingress).toContainEqual({ ports: [{ port: 'http', protocol: 'TCP' }], from: peers });
      expect(egress).toContainEqual({ ports: [{ port: 4010, protocol: 'TCP' }], to: peers });
    });

    test('servers without a database have no peers, and an internal URL of the settings replaces that of the pod', async () => {
      expect(await environmentOf({})).not.toHaveProperty('VATMOCK_INTERNAL_URL');
      const { ingress } = await networkPolicyOf({});
      expect(ingress).toHaveLength(1);
      const own = await environmentOf({ ...DATABASE, settings: { VATMOCK_INTERNAL_URL: 'https://$(HOSTNAME).mesh' } });
      expect(own['VATMOCK_INTERNAL_URL']).toBe('https://$(HOSTNAME).mesh');
      expect(own).not.toHaveProperty('POD_IP');
    });

    test('its probes ask what the control API answers, as the user of the image', async () => {
      const { paths } = parse(await readFile(path.join(ROOT, 'spec/admin.yaml'), 'utf8')) as { paths: object };
      const { containers, securityContext } = (await deploymentOf({})).template.spec;
      const [{ startupProbe, livenessProbe, readinessProbe }] = containers;
      const asked = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path);
      expect(asked).toEqual(['/__admin/health', '/__admin/health', '/__admin/ready']);
      for (const place of asked) expect(Object.keys(paths)).toContain(place.replace('/__admin', ''));
      const dockerfile = await readFile(path.join(ROOT, 'Dockerfile'), 'utf8');
      expect(dockerfile).toContain(
        `\nUSER ${String(securityContext.runAsUser)}:${String(securityContext.runAsGroup)}\n`,
      );
    });

    test('a pod has eight seconds more than its drain delay to stop', async () => {
      for (const seconds of [0, 30]) {
        const { template } = await deploymentOf({
          drainDelaySeconds: seconds,
          settings: { VATMOCK_LIMITS: 'max-sandboxes=200' },
        });
        expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds + 8);
        expect(template.spec.containers[0].env).toContainEqual({
          name: 'VATMOCK_LIMITS',
          value: `max-sandboxes=200,drain-delay=PT${String(seconds)}S`,
        });
      }
    });

    test.each([
      [{ replicas: 2 }, 'replicas: more than one server needs a database'],
      [
        { ...DATABASE, encryptionKey: { existingSecret: 'key' } },
        'encryptionKey.existingSecret: only data on a volume',
      ],
      [{ ...ON_A_VOLUME, ...DATABASE }, 'persistence.enabled: data is kept either'],
      [{ mode: 'hosted' }, 'publicUrl: hosted mode needs the URL'],
      [{ mode: 'hosted', publicUrl: 'https://stub.example' }, 'adminToken.existingSecret: in hosted mode'],
      [{ ingress: { enabled: true } }, 'ingress.host: set the host name'],
      [{ metrics: { serviceMonitor: { enabled: true } } }, 'metrics.serviceMonitor.enabled: there is nothing to read'],
      [{ settings: { VATMOCK_DATA: '/data' } }, 'settings.VATMOCK_DATA: the chart sets it'],
      [{ settings: { LANG: 'C' } }, "'LANG' does not match pattern"],
      [{ replica: 1 }, "additional properties 'replica' not allowed"],
    ])('it refuses %j', async (values, complaint) => {
      const { code, output } = await renderChart(values);
      expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(complaint) });
    });
  });
