import { useSignal } from '@preact/signals';
import { Badge, Card, CodeBlock, Inline, KeyValues, List, Note, State } from '../../kit/kit.ts';
import { fromBase64 } from '../../server/api-request.ts';
import { text, toList, toNode } from '../../server/description.ts';

// Whoever opens a certificate trusts neither its sender nor its file: nothing of it is shown that its signature does not cover.

const COMMANDS = `openssl genpkey -algorithm ed25519 -out key.pem
npx vatmock certify --key key.pem --out certificate -- npm run test:integration`;

const MOST_BYTES = 1_048_576;

export const Certificate = () => {
  const opened = useSignal<Awaited<ReturnType<typeof read>>>();
  const open = async (files: readonly File[]) => {
    opened.value = undefined;
    opened.value = await read(files);
  };
  return (
    <div class="stack certificate">
      <div class="report-columns">
        <div class="stack">
          <Card title="Check a certificate">
            <label class="field">
              <span>
                <code>certificate.json</code> and <code>certificate.json.jws</code>, both at once
              </span>
              <input
                type="file"
                multiple
                accept=".json,.jws"
                onChange={({ currentTarget }) => void open([...(currentTarget.files ?? [])])}
              />
            </label>
            <Note>The files stay in your browser, which checks the signature.</Note>
            {opened.value?.doubt && (
              <p class="reading" role="alert">
                <Badge tone="bad">Not verified</Badge> <Inline text={opened.value.doubt} />
              </p>
            )}
          </Card>
          <div role="status">{opened.value?.certificate && <Verdict {...opened.value} />}</div>
        </div>
        {opened.value?.certificate === undefined ? (
          <Card title="Certify your client">
            <p class="reading">
              <code>vatmock certify</code> runs the tests of your client several times, also while calls fail, and with
              other details where the description is silent. The certificate names the level that the client reaches,
              with reasons: shape, resilient or production-ready.
            </p>
            <CodeBlock text={COMMANDS} what="the commands" wrap />
          </Card>
        ) : (
          <Limits of={opened.value.certificate} />
        )}
      </div>
      {toList(opened.value?.certificate?.['levels']).map((level, index) => (
        <Level key={index} level={toNode(level)} />
      ))}
    </div>
  );
};

const read = async (files: readonly File[]) => {
  const [json, jws] = ['.json', '.jws'].map((end) => files.find(({ name }) => name.toLowerCase().endsWith(end)));
  if (json === undefined || jws === undefined)
    return { doubt: 'Choose two files: `certificate.json`, and its signature `certificate.json.jws`.' };
  if (!isSecureContext) return { doubt: 'A browser checks signatures over HTTPS and on this machine only.' };
  if (json.size + jws.size > MOST_BYTES) return { doubt: 'These files are too large for a certificate.' };
  try {
    const bytes = new Uint8Array(await json.arrayBuffer());
    const key = await verify(bytes, await jws.text());
    const certificate = toNode(JSON.parse(new TextDecoder().decode(bytes)));
    if (certificate['certificate'] === 'vatmock client certificate') return { certificate, key };
  } catch {
    // Not JSON, or no signature.
  }
  return { doubt: 'This is not what was signed, or no certificate. Nothing of it is shown.' };
};

/** A detached JWS (RFC 7515, appendix F) whose header has the public key, which it gives; throws unless that key signed the bytes. */
const verify = async (bytes: Uint8Array, jws: string): Promise<string> => {
  const [head = '', , signature = ''] = jws.trim().split('.');
  const { alg, jwk, crit } = toNode(JSON.parse(new TextDecoder().decode(fromBase64(head))));
  const { kty, crv, x } = toNode(jwk);
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x } as JsonWebKey, 'Ed25519', false, ['verify']);
  const signed = new TextEncoder().encode(`${head}.${toBase64(bytes)}`);
  const isGenuine = await crypto.subtle.verify('Ed25519', key, fromBase64(signature), signed);
  if (!isGenuine || alg !== 'EdDSA' || crit !== undefined) throw new Error('not genuine');
  return text(x);
};

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const FACTS = [
  ['Command', 'command'],
  ['Seed', 'seed'],
  ['Sandbox time', 'sandboxTime'],
  ['Profile', 'profile'],
  ['vatmock', 'vatmock'],
  ['Description', 'description'],
] as const;

const Verdict = ({ certificate, key }: Extract<Awaited<ReturnType<typeof read>>, { readonly key: string }>) => {
  const tested = toNode(certificate['tested']);
  const level = toList(certificate['levels'])
    .map(toNode)
    .findLast(({ reached }) => reached === true);
  return (
    <Card title="What was certified" actions={<Badge tone="ok">Signature verified</Badge>}>
      <p class="certificate-verdict">{level === undefined ? 'No level reached' : text(level['title'])}</p>
      <KeyValues
        code
        of={[['Signed by', key], ...FACTS.map(([label, name]) => [label, text(tested[name])] as const)]}
      />
      <Note>Anyone can sign with a key of their own: compare the key with the one that the issuer gave you.</Note>
    </Card>
  );
};

/** What the verdict is worth. */
const Limits = ({ of }: { readonly of: ReturnType<typeof toNode> }) => {
  const { operationsUsed, switchesTurned } = toNode(of['tested']);
  const names = (list: unknown) => toList(list).map(text).join(', ') || 'None';
  return (
    <div class="stack">
      <Card title="What it does not prove">
        <List of={toList(of['doesNotProve']).map(text)} class="certificate-limits reading">
          {(limit) => limit}
        </List>
      </Card>
      <Card title="What was exercised">
        <KeyValues
          of={[
            ['Operations', names(operationsUsed)],
            ['Switches', names(switchesTurned)],
          ]}
        />
      </Card>
    </div>
  );
};

/** A level with its checks. */
const Level = ({ level }: { readonly level: ReturnType<typeof toNode> }) => {
  const checks = toList(level['checks']).map(toNode);
  const isReached = level['reached'] === true;
  const counts = Object.entries(Object.groupBy(checks, ({ grade }) => text(grade)));
  const isBelow = !isReached && !checks.some(({ grade }) => grade === 'failed' || grade === 'not exercised');
  return (
    <Card
      title={text(level['title'])}
      actions={
        <>
          <span class="muted small">{counts.map(([grade, of]) => `${of?.length} ${grade}`).join(', ')}</span>
          <Badge tone={isReached ? 'ok' : 'bad'}>{isReached ? 'Reached' : 'Not reached'}</Badge>
        </>
      }
    >
      <p class="muted">
        {text(level['promise'])}
        {isBelow && ' Not reached, because the level below is not.'}
      </p>
      <List of={checks} class="stack">
        {({ check, tested, grade, reasons }) => (
          <div class="certificate-check">
            <div>
              <State of={text(grade)} words={text(grade)} />
            </div>
            <div>
              <h3>{text(check)}</h3>
              <p class="muted reading">{text(tested)}</p>
              <List of={toList(reasons).map(toNode)} class="stack">
                {({ finding, place, remedy }) => (
                  <div class="quote reading">
                    {text(finding)} <code>{text(place)}</code>
                    <p>
                      <Inline text={text(remedy)} />
                    </p>
                  </div>
                )}
              </List>
            </div>
          </div>
        )}
      </List>
    </Card>
  );
};
