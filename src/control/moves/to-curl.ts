import type { ApiCall } from './api-call.ts';

/** The call as a command for a POSIX shell; `$TOKEN` holds an access token. The file of an upload comes by a pipe. */
export const toCurl = ({ method, path, headers, text, upload }: ApiCall, root: string): string => {
  const own = Object.entries(headers).filter(([name]) => upload === undefined || name !== 'Content-Type');
  const parts = [
    `curl -X ${method} ${quote(root + path)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...own.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(text === undefined ? [] : [`-d ${quote(text)}`]),
  ];
  if (upload === undefined) return parts.join(' ');
  const { field, fileName, mediaType, bytes } = upload.file;
  const form = [
    ...Object.entries(upload.fields).map(([name, value]) => `-F ${quote(`${name}=${value}`)}`),
    `-F ${quote(`${field}=@-;filename=${fileName};type=${mediaType}`)}`,
  ];
  return `echo ${Buffer.from(bytes).toString('base64')} | base64 -d | ${[...parts, ...form].join(' ')}`;
};

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
