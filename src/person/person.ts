import type { InferOutput } from 'valibot'
import type { choices, details } from './shapes.ts'
import type { Result } from '../lib/result.ts'

/** What a call for the profile can end in, in words: `message` says what did not happen, `reason` why. */
export type PersonMessage =
  | 'error.network'
  | 'error.server'
  | 'error.foreignAnswer'
  | 'error.tooManyRequests'
  | 'error.badRequest'
  | 'error.signInNeeded'
  | 'profile.notRead'
  | 'profile.nameNotSaved'
  | 'profile.answersNotSaved'
  | 'profile.choicesNotSaved'

export type PersonFailure = { message: PersonMessage; reason?: PersonMessage }
export type Answer<T> = Promise<Result<T, PersonFailure>>

/** Who the coach is: the name, and what the market's services know besides. */
export type Details = InferOutput<typeof details>

/** What the coach chose: interests by their ids, preferences by name. */
export type Choices = InferOutput<typeof choices>

/**
 * One part of the profile, read from one service. `waiting`: refused once, and asked again in a moment. `kept` is this
 * device's copy from an earlier visit. `revision` grows when a later reading finds something else than was shown.
 */
export type Part<T> =
  | { is: 'reading' | 'waiting'; kept?: T }
  | { is: 'failed'; failure: PersonFailure; kept?: T }
  | { is: 'ready'; value: T; revision: number }

export type PersonSnapshot = { details: Part<Details>; learning: Part<Choices>; news: Part<Choices> }

/** The profile of the signed-in coach, over the services that know a piece of it each. */
export type Person = {
  snapshot: () => PersonSnapshot
  subscribe: (listener: () => void) => () => void
  /** Shows the copies of this device, then what the services say; of one part or of all. */
  read: (part?: keyof PersonSnapshot) => Promise<void>
  /** The name first; where it is refused nothing else is sent (specification §4). */
  saveDetails: (details: Details) => Answer<void>
  saveLearning: (choices: Choices) => Answer<void>
  saveNews: (choices: Choices) => Answer<void>
  /** Everything that the services hold about the coach, as they tell it. */
  everything: () => Promise<Record<string, unknown>>
}

/** Where one part of the profile lives. */
export type Source<T> = { read: () => Answer<T>; save: (value: T) => Answer<void> }
