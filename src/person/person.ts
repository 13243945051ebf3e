import * as v from 'valibot'
import { interests, preferences } from '../contract/interests.ts'
import type { Result } from '../lib/result.ts'

const text = v.exactOptional(v.string())

/** Who the coach is: the name, and what the market's services know besides. */
export const details = v.object({
  firstName: v.string(),
  lastName: v.string(),
  /** at the extended profile */
  honorificPrefix: text,
  job: text,
  partner: text,
  workFrom: text,
  sportType: text,
  /** at the loyalty provider */
  survey: v.exactOptional(
    v.object({
      age: text,
      job: text,
      where: text,
      language: text,
      ownWords: v.exactOptional(v.object({ age: text, job: text })),
    }),
  ),
})
export type Details = v.InferOutput<typeof details>

/** What the coach chose: interests by their ids, preferences by name. */
export const choices = v.object({ interests, preferences })
export type Choices = v.InferOutput<typeof choices>

/** Why a call for the profile failed: `message` says what did not happen, `reason` why. */
export type PersonMessage =
  | 'error.network'
  | 'error.timeout'
  | 'error.server'
  | 'error.providerAway'
  | 'error.foreignAnswer'
  | 'error.tooManyRequests'
  | 'error.badRequest'
  | 'error.signInNeeded'
  | 'error.otherCustomer'
  | 'error.storageSilent'
  | 'profile.notRead'
  | 'profile.nameNotSaved'
  | 'profile.answersNotSaved'
  | 'profile.choicesNotSaved'

export type PersonFailure = { message: PersonMessage; reason?: PersonMessage }
export type PersonResult<T = unknown> = Promise<Result<T, PersonFailure>>

/**
 * One part of the profile, read from one service. `waiting`: refused once, and read again in a moment. `copy` is this
 * device's, from an earlier visit. `revision` grows when a later reading finds something else than was shown.
 */
export type Part<T> =
  | { is: 'reading' | 'waiting'; copy?: T }
  | { is: 'failed'; failure: PersonFailure; copy?: T }
  | { is: 'ready'; value: T; revision: number }

export type PersonSnapshot = { details: Part<Details>; learning: Part<Choices>; news: Part<Choices> }

/** The profile of the signed-in coach, over the services that know a piece of it each. */
export type Person = {
  snapshot: () => PersonSnapshot
  subscribe: (listener: () => void) => () => void
  /** Shows the copies of this device, then what the services say; of one part or of all. */
  read: (part?: keyof PersonSnapshot) => Promise<void>
  /** Reads the parts of which nothing is known here, so that a visit without a connection has them. */
  readUnknown: () => Promise<void>
  /** The name first; where it is refused nothing else is sent (specification §4). */
  saveDetails: (details: Details) => PersonResult
  saveLearning: (choices: Choices) => PersonResult
  saveNews: (choices: Choices) => PersonResult
  /** Everything that the services hold about the coach, as they return it. */
  everything: () => Promise<Record<string, unknown>>
}

/** Where one part of the profile lives. */
export type Source<T> = { read: () => PersonResult<T>; save: (value: T) => PersonResult }
