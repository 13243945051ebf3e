import * as v from 'valibot'
import { interests, preferences } from '../contract/interests.ts'
import type { Result } from '../lib/result.ts'

const optionalText = v.exactOptional(v.string())

/** The coach's personal details: the name, and further details stored in the services of the market. */
export const detailsSchema = v.object({
  firstName: v.string(),
  lastName: v.string(),
  /** This and the next four are stored in the extended profile. */
  honorificPrefix: optionalText,
  job: optionalText,
  partner: optionalText,
  workFrom: optionalText,
  sportType: optionalText,
  /** Stored by the loyalty provider. */
  survey: v.exactOptional(
    v.object({
      age: optionalText,
      job: optionalText,
      /** The organisation that the coach is from. */
      where: optionalText,
      language: optionalText,
      /** Free answers, which may accompany the fixed answers to two of the questions. */
      ownWords: v.exactOptional(v.object({ age: optionalText, job: optionalText })),
    }),
  ),
})
export type Details = v.InferOutput<typeof detailsSchema>

/** The coach's choices: interests by id, preferences by name. */
export const choicesSchema = v.object({ interests, preferences })
export type Choices = v.InferOutput<typeof choicesSchema>

/** The messages about failures of the profile. */
export type PersonMessage =
  | 'error.network'
  | 'error.timeout'
  | 'error.server'
  | 'error.providerUnavailable'
  | 'error.foreignAnswer'
  | 'error.tooManyRequests'
  | 'error.badRequest'
  | 'error.signInNeeded'
  | 'error.otherCustomer'
  | 'error.storageUnresponsive'
  | 'profile.loadFailed'
  | 'profile.nameNotSaved'
  | 'profile.answersNotSaved'
  | 'profile.choicesNotSaved'

/** Why a call for the profile failed: `message` says what failed, `reason` says why. */
export type PersonFailure = { message: PersonMessage; reason?: PersonMessage }
export type PersonResult<T = unknown> = Promise<Result<T, PersonFailure>>

/**
 * One part of the profile, read from one service. `waiting`: the first read failed, and a second one follows.
 * `copy` is the value that an earlier visit stored on this device. `revision` increases when a later read
 * differs from the value shown.
 */
export type ProfilePart<T> =
  | { kind: 'reading' | 'waiting'; copy?: T }
  | { kind: 'failed'; failure: PersonFailure; copy?: T }
  | { kind: 'ready'; value: T; revision: number }

export type PersonSnapshot = {
  details: ProfilePart<Details>
  learning: ProfilePart<Choices>
  news: ProfilePart<Choices>
}

/** The profile of the signed-in coach. Several services each store a part of it. */
export type Person = {
  snapshot: () => PersonSnapshot
  subscribe: (listener: () => void) => () => void
  /** Shows the copies on this device, then the services' values, for one part or for all. */
  read: (part?: keyof PersonSnapshot) => Promise<void>
  /** Loads the parts for which this device has no value, so that they are available offline. */
  loadMissing: () => Promise<void>
  /** Saves the name first. If it is refused, nothing else is sent (specification §4). */
  saveDetails: (details: Details) => PersonResult
  saveLearning: (choices: Choices) => PersonResult
  saveNews: (choices: Choices) => PersonResult
  /**
   * Reads everything that the services store about the coach, as they return it. A part that cannot be read
   * has `unavailable` with the reason.
   */
  exportAll: () => Promise<Record<string, unknown>>
}

/** The service that stores one part of the profile. */
export type Source<T> = { read: () => PersonResult<T>; save: (value: T) => PersonResult }
