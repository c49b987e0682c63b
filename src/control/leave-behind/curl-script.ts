import { toIsoDuration } from '../../kernel/duration.ts';
import type { LeaveBehindFacts } from './leave-behind-facts.ts';
import { type ReplayedCall, type ReplayedCalls, RUN, type Text, type ValuePath, writeText } from './replayed-call.ts';

/** The calls as a script for a POSIX shell, with curl and jq. It stops at the first status that is not as recorded. */
export const toCurlScript = (
  { calls, setUp, startsAt, passesAtEnd }: ReplayedCalls,
  { name, baseUrl, tokenUrl, controlUrl, clientId }: LeaveBehindFacts,
): string =>
  [
    '#!/bin/sh',
    `# ${oneLine(name)}: the calls as they were made, for a sandbox of your own. Needs curl and jq.`,
    '#',
    '#   CLIENT_SECRET=... sh calls.sh',
    '#   BASE_URL=... TOKEN_URL=... CLIENT_ID=... CLIENT_SECRET=... sh calls.sh    # another sandbox',
    'set -eu',
    `BASE_URL=\${BASE_URL:-${quote(baseUrl)}}`,
    `TOKEN_URL=\${TOKEN_URL:-${quote(tokenUrl)}}`,
    `CLIENT_ID=\${CLIENT_ID:-${quote(clientId)}}`,
    ': "${CLIENT_SECRET:?Set it to the secret of the client}"',
    `${RUN}=$(date +%s)-$$`,
    'BODY=$(mktemp)',
    `trap 'rm -f "$BODY"' EXIT`,
    'expect() {',
    '  if [ "$STATUS" != "$2" ]; then',
    '    echo "$1: $STATUS instead of $2" >&2',
    '    cat "$BODY" >&2',
    '    exit 1',
    '  fi',
    '  echo "$1: $STATUS"',
    '}',
    'id() { jq -r "$1" "$BODY"; }',
    'token() {',
    `  STATUS=$(curl -sS -o "$BODY" -w '%{http_code}' "$TOKEN_URL" -d grant_type=client_credentials --data-urlencode "client_id=$CLIENT_ID" --data-urlencode "client_secret=$CLIENT_SECRET")`,
    `  expect 'token' 200`,
    '  TOKEN=$(id .access_token)',
    '}',
    '',
    '# The access token',
    'token',
    ...(startsAt === undefined ? [] : toClockStart(startsAt, controlUrl)),
    ...(setUp.length === 0
      ? []
      : [
          '',
          '# The sellers of the organization',
          `STATUS=$(curl -sS -o "$BODY" -w '%{http_code}' "$BASE_URL"/me -H "Authorization: Bearer $TOKEN")`,
          `expect 'sellers' 200`,
          ...setUp.map(toCapture),
        ]),
    ...calls.flatMap((call, index) => toStep(call, index + 1)),
    ...(startsAt === undefined
      ? []
      : [
          ...(passesAtEnd === 0 ? [] : ['', toAdvance(passesAtEnd), 'token']),
          ...['', '# The clock runs again', 'clock resume'],
        ]),
    '',
  ].join('\n');

/** A control call that is refused because there were too many in a minute is made again. */
const toClockStart = (startsAt: string, controlUrl: string): string[] => [
  '',
  '# The calls depend on the clock of the sandbox. It is frozen at the time of the first call, or now if that is over, and',
  '# moves as it did. A new access token follows where the former one has expired.',
  `CONTROL_URL=\${CONTROL_URL:-${quote(controlUrl)}}`,
  'clock() {',
  '  WHAT=$1',
  '  shift',
  `  STATUS=$(curl -sS --retry 5 -o "$BODY" -w '%{http_code}' -X POST "$CONTROL_URL/clock/$WHAT" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@")`,
  '  expect "clock $WHAT" 200',
  '}',
  `STATUS=$(curl -sS -o "$BODY" -w '%{http_code}' "$CONTROL_URL/clock" -H "Authorization: Bearer $TOKEN")`,
  `expect 'clock' 200`,
  `clock freeze --data-binary "$(jq -c --arg at ${quote(startsAt)} 'if .now < $at then {at: $at} else {} end' "$BODY")"`,
  'token',
];

const toAdvance = (milliseconds: number): string =>
  `clock advance --data-binary ${quote(JSON.stringify({ by: toIsoDuration(milliseconds) }))}`;

const toStep = (call: ReplayedCall, number: number): string[] => {
  const { name, method, path, headers, body, upload, sendsToken, status, captures, remarks, passes } = call;
  const [file] = upload?.files ?? [];
  const parts = [
    `${file === undefined ? '' : `echo ${sampleOf(file.mediaType)} | base64 -d | `}curl -sS -o "$BODY" -w '%{http_code}' -X ${method} "$BASE_URL"${shell(path)}`,
    ...(sendsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...headers.map((header) => `-H ${shell([`${header.name}: `, ...header.value])}`),
    ...(body === undefined ? [] : [`--data-binary ${shell(body)}`]),
    ...(upload?.fields ?? []).map((field) => `--form-string ${shell([`${field.name}=`, ...field.value])}`),
    ...(file === undefined
      ? []
      : [
          `-F ${quote(`${file.name}=@-;filename="${file.fileName.replaceAll(/["\\;]/g, '_')}";type=${file.mediaType}`)}`,
        ]),
  ];
  return [
    ...(passes === 0 ? [] : ['', toAdvance(passes)]),
    ...(call.renewsToken ? ['token'] : []),
    '',
    `# ${String(number)}. ${oneLine(name)}`,
    ...remarks.map((remark) => `# ${oneLine(remark)}`),
    `STATUS=$(${parts.join(' ')})`,
    `expect ${quote(`${String(number)} ${oneLine(name)}`)} ${String(status)}`,
    ...captures.map(toCapture),
  ];
};

const toCapture = ({ variable, path }: ReplayedCall['captures'][number]): string =>
  `${variable}=$(id ${quote(toFilter(path))})`;

const toFilter = (path: ValuePath): string =>
  `.${path.map((part) => (typeof part === 'number' ? `[${String(part)}]` : `[${JSON.stringify(part)}]`)).join('')}`;

const shell = (text: Text): string => writeText(text, (variable) => `"$${variable}"`, quote);

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A comment must not end early: what follows would be run. */
const oneLine = (text: string): string => text.replaceAll(/[^\P{C}]|[\u2028\u2029]/gu, ' ');

/** The journal keeps no uploaded files: small ones of the same type take their place. */
const SAMPLES: Readonly<Record<string, string>> = {
  'application/pdf': Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64'),
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'image/jpeg': '/9j/4AAQSkZJRgABAQEASABIAAD/2Q==',
};

/** In base64. */
const sampleOf = (mediaType: string): string => SAMPLES[mediaType] ?? Buffer.from('vatmock\n').toString('base64');
