import * as v from 'valibot'
import { interests, preferences } from '../contract/interests.ts'
import type { Result } from '../lib/result.ts'

const text = v.exactOptional(v.string())

/** The coach's personal details: the name, and further details at the market's services. */
export const details = v.object({
  firstName: v.string(),
  lastName: v.string(),
  /** At the extended profile. */
  honorificPrefix: text,
  job: text,
  partner: text,
  workFrom: text,
  sportType: text,
  /** At the loyalty provider. */
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

/** The coach's choices: interests by id, preferences by name. */
export const choices = v.object({ interests, preferences })
export type Choices = v.InferOutput<typeof choices>

/** Why a call for the profile failed: `message` says what failed, `reason` says why. */
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
 * One part of the profile, read from one service. `waiting`: refused once, with a second read to follow.
 * `copy` is stored on this device since an earlier visit. `revision` increases when a later read differs from
 * the value on screen.
 */
export type Part<T> =
  | { kind: 'reading' | 'waiting'; copy?: T }
  | { kind: 'failed'; failure: PersonFailure; copy?: T }
  | { kind: 'ready'; value: T; revision: number }

export type PersonSnapshot = { details: Part<Details>; learning: Part<Choices>; news: Part<Choices> }

/** The profile of the signed-in coach, over several services that each store a part of it. */
export type Person = {
  snapshot: () => PersonSnapshot
  subscribe: (listener: () => void) => () => void
  /** Shows the copies on this device, then the services' values, for one part or for all. */
  read: (part?: keyof PersonSnapshot) => Promise<void>
  /** Reads the parts without a value on this device, so that an offline visit has them. */
  readUnknown: () => Promise<void>
  /** Saves the name first. If it is refused, nothing else is sent (specification §4). */
  saveDetails: (details: Details) => PersonResult
  saveLearning: (choices: Choices) => PersonResult
  saveNews: (choices: Choices) => PersonResult
  /** Everything that the services store about the coach, as they return it. */
  everything: () => Promise<Record<string, unknown>>
}

/** The service that stores one part of the profile. */
export type Source<T> = { read: () => PersonResult<T>; save: (value: T) => PersonResult }
