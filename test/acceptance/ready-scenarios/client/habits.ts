/** What a client does and what it leaves out. Everything is on in a correct one; a wrong one makes one mistake. */
export interface Habits {
  /** Fetches one token for many calls, and the next one a minute before it ends. */
  readonly keepsToken: boolean;
  /** After 401 it fetches a new token, once, before it sends again. */
  readonly renewsRefusedToken: boolean;
  /** One Idempotency-Key for what is to be done, over all attempts. */
  readonly keepsKey: boolean;
  /** Sends nothing before the time that Retry-After named. */
  readonly waits: boolean;
  readonly sendsIfMatch: boolean;
  /** Takes nothing for JSON that does not say it is. */
  readonly readsMediaType: boolean;
  /** Works on with what will end one day. */
  readonly toleratesDeprecation: boolean;
  /** What is refused for good is not sent again as it is. */
  readonly acceptsRefusals: boolean;
  /** Stops everything when the agreement is missing, instead of going on with the next piece of work. */
  readonly stopsWithoutAgreement: boolean;
  /** Keeps GET /me as long as it says. */
  readonly keepsOrganization: boolean;
  /** Asks again for what takes its time only after a while. */
  readonly pollsPatiently: boolean;
  /** Looks at the decision before it makes out the final invoice. */
  readonly readsDecision: boolean;
  /** Sells nothing to a buyer whose verification was rejected. */
  readonly heedsVerification: boolean;
  /** Verifies the signature of what it receives. */
  readonly verifiesSignature: boolean;
  /** Refuses a time stamp that is more than five minutes away. */
  readonly checksTime: boolean;
  /** Works on an event once, however often it comes. */
  readonly remembersEvents: boolean;
  /** Reads the resource that an event is about instead of believing the event. */
  readonly readsResource: boolean;
  /** After a time without a receiver it looks at what was not delivered. */
  readonly looksAtHistory: boolean;
  /** Has a time-out for the whole answer; otherwise for its beginning only. */
  readonly timesWholeAnswer: boolean;
  /** Real milliseconds. */
  readonly patience: number;
  /** Waits twice as long at each attempt: it hurries, and still ends on a busy machine. */
  readonly growsPatient: boolean;
  readonly attempts: number;
}

export const CORRECT: Habits = {
  keepsToken: true,
  renewsRefusedToken: true,
  keepsKey: true,
  waits: true,
  sendsIfMatch: true,
  readsMediaType: true,
  toleratesDeprecation: true,
  acceptsRefusals: true,
  stopsWithoutAgreement: true,
  keepsOrganization: true,
  pollsPatiently: true,
  readsDecision: true,
  heedsVerification: true,
  verifiesSignature: true,
  checksTime: true,
  remembersEvents: true,
  readsResource: true,
  looksAtHistory: true,
  timesWholeAnswer: true,
  patience: 10_000,
  growsPatient: false,
  attempts: 5,
};
