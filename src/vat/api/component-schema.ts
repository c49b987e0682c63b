import { type Schema, toReference } from '../../engine/sdk.ts';
import type { Schemas } from './behaviour.ts';

// Schemas of the API description, for members that records hold as clients sent them or as the API shows them.

/** Records do not change. */
type Kept<T> = T extends object ? { readonly [Member in keyof T]: Kept<T[Member]> } : T;

export const component = <Name extends keyof Schemas>(name: Name): Schema<Kept<Schemas[Name]>> =>
  toReference(`#/components/schemas/${name}`);

export const memberOf = <Name extends keyof Schemas, Member extends keyof Schemas[Name] & string>(
  name: Name,
  member: Member,
): Schema<Kept<Exclude<Schemas[Name][Member], undefined>>> =>
  toReference(`#/components/schemas/${name}/properties/${member}`);

type Bare<Member> = Member extends `${infer Name}?` ? Name : Member;

/** Several members of one component; those with a question mark are optional. */
export const membersOf = <
  Name extends keyof Schemas,
  Member extends (keyof Schemas[Name] & string) | `${keyof Schemas[Name] & string}?`,
>(
  name: Name,
  ...members: readonly Member[]
) =>
  Object.fromEntries(
    members.map((member) => [member, memberOf(name, member.replace('?', '') as keyof Schemas[Name] & string)]),
  ) as { readonly [Each in Member]: Schema<Kept<Exclude<Schemas[Name][Bare<Each> & keyof Schemas[Name]], undefined>>> };
