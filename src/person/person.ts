import * as v from 'valibot'
import { interests, preferences } from '../contract/interests.ts'
import type { Result } from '../lib/result.ts'

const optionalText = v.exactOptional(v.string())

/** The coach's personal details: the name, and further details at the market's services. */
export const detailsSchema = v.object({
  firstName: v.string(),
  lastName: v.string(),
  /** At the extended profile. */
  honorificPrefix: optionalText,
  job: optionalText,
  partner: optionalText,
  workFrom: optionalText,
  sportType: optionalText,
  /** At the loyalty provider. */
  survey: v.exactOptional(
    v.object({
      age: optionalText,
      job: optionalText,
      where: optionalText,
      language: optionalText,
      ownWords: v.exactOptional(v.object({ age: optionalText, job: optionalText })),
    }),
  ),
})
export type Details = v.InferOutput<typeof detailsSchema>

/** The coach's choices: interests by id, preferences by name. */
export const choicesSchema = v.object({ interests, preferences })
export type Choices = v.InferOutput<typeof choicesSchema>

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
 * One part of the profile, read from one service. `waiting`: the first read failed, and a second one follows.
 * `copy` is the value that an earlier visit stored on this device. `revision` increases when a later read
 * differs from the value on screen.
 */
export type Part<T> =
  | { kind: 'reading' | 'waiting'; copy?: T }
  | { kind: 'failed'; failure: PersonFailure; copy?: T }
  | { kind: 'ready'; value: T; revision: number }

export type PersonSnapshot = { details: Part<Details>; learning: Part<Choices>; news: Part<Choices> }

/** The profile of the signed-in coach. Several services each store a part of it. */
export type Person = {
  snapshot: () => PersonSnapshot
  subscribe: (listener: () => void) => () => void
  /** Shows the copies on this device, then the services' values, for one part or for all. */
  read: (part?: keyof PersonSnapshot) => Promise<void>
  /** Reads the parts that this device has no value of, so that they are available offline. */
  readUnknown: () => Promise<void>
  /** Saves the name first. If it is refused, nothing else is sent (specification §4). */
  saveDetails: (details: Details) => PersonResult
  saveLearning: (choices: Choices) => PersonResult
  saveNews: (choices: Choices) => PersonResult
  /**
   * Reads everything that the services store about the coach, as they return it. A part that cannot be read
   * has `unavailable` with the reason.
   */
  everything: () => Promise<Record<string, unknown>>
}

/** The service that stores one part of the profile. */
export type Source<T> = { read: () => PersonResult<T>; save: (value: T) => PersonResult }
