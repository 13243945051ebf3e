// The schemas that several calls of the product API share.

import * as v from 'valibot'
import { courses } from '../config/courses.ts'
import { localeCodes } from '../config/locales.ts'
import { isPrintable, toPrintedName } from '../lib/text/printed-name.ts'
import { roles } from './roles.ts'

/** Whether PostgreSQL can store a text. It stores neither NUL nor surrogate halves. */
const isStorable = (value: string) => !/\p{Surrogate}/u.test(value) && !value.includes('\0')
const storable = v.check<string, string>(
  isStorable,
  'Invalid characters: Expected text without NUL and without half of a surrogate pair',
)

const createTextSchema = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength), storable)
const createNonEmptyTextSchema = (maxLength: number) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(maxLength), storable)

export const shortText = createTextSchema(200)
export const requiredText = createNonEmptyTextSchema(200)

/** The maximum number of characters of a printed name. */
export const maxNameLength = 100
/** The name on an issued certificate. Older versions stored it as typed, without converting it for print. */
export const issuedName = createNonEmptyTextSchema(maxNameLength)
/** A coach's name. The typed text is converted for print. */
export const personName = v.pipe(
  issuedName,
  v.transform(toPrintedName),
  // The conversion may make the name longer, because some letters become two characters.
  v.maxLength(maxNameLength),
  v.check(
    isPrintable,
    'Invalid name: Expected letters and punctuation, no line through letters, and at most 3 accents on a letter',
  ),
)

/**
 * The id of a customer, the account of a coach: the user id at the identity provider, which is the `sub` of a
 * user pool or the loyalty provider's `ProfileID`. Names such as `customer` and `customer_id` hold this id.
 */
export const customerId = v.pipe(v.string(), v.regex(/^[\w:.-]{1,128}$/))
/** The id of one browser's storage, which the app creates. Two browsers on a phone are two devices. */
export const deviceId = v.pipe(v.string(), v.uuid())
/** The id of an outbox entry. The server accepts each key only once. */
export const idempotencyKey = v.pipe(v.string(), v.uuid())

/** A token of an identity provider, which checks its content. */
export const token = v.pipe(v.string(), v.nonEmpty(), v.maxLength(8192))

export const localeCode = v.picklist(localeCodes)
export const country = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))
export const language = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))
export const timestamp = v.pipe(v.string(), v.isoTimestamp())

/** The maximum number of people that a coach can report (specification §5). */
export const maxPeople = 1000

/**
 * How many people a coach reaches. Smaller and larger numbers become 0 and `maxPeople` (specification §5).
 */
export const numberOfPeople = v.pipe(
  v.number(),
  v.integer(),
  v.transform((count) => Math.min(maxPeople, Math.max(0, count))),
)

const modules = courses.flatMap((course) => course.modules)
const listIds = (kind: 'video' | 'extra') =>
  modules.filter((module) => module.kind === kind).map(({ id }) => id)

export const courseId = v.picklist(courses.map((course) => course.id))
export const videoId = v.picklist(listIds('video'))
export const extraModuleId = v.picklist(listIds('extra'))
export const moduleId = v.picklist(modules.map(({ id }) => id))

/** The schemas that list content. A newer release may have more items without changing the contract. */
export const contentLists = [localeCode, courseId, videoId, extraModuleId, moduleId] as const
/** Whether a text could be an item of such a list, or the id of a question or an option. */
export const isContentId = (text: unknown): boolean => typeof text === 'string' && /^[\w-]{1,64}$/.test(text)

/** The answer to one question: an option's id, several ids, or free text. */
export const answer = v.strictObject({
  question: createNonEmptyTextSchema(64),
  value: v.union([createTextSchema(4000), v.pipe(v.array(createNonEmptyTextSchema(64)), v.maxLength(50))]),
})
export const answers = v.pipe(v.array(answer), v.nonEmpty(), v.maxLength(50))
export type Answer = v.InferOutput<typeof answer>

/**
 * The sign-up payload of specification §3. `token` is the customer's id, not a token. `phone` is always
 * empty, and `partner` is '-' if there is none.
 */
export const registration = {
  token: customerId,
  organisation: shortText,
  workFrom: shortText,
  phone: v.literal(''),
  job: shortText,
  partner: requiredText,
  numberOfPeople,
  mktChannel: shortText,
  country,
  language,
  youngFemale: shortText,
  sportType: shortText,
}

/** A customer of the product API, without the name, which only the identity provider stores. */
export const customer = v.object({
  customer_id: customerId,
  country,
  language,
  /** Whether the role is not `coach`. For apps of the previous release. */
  admin: v.boolean(),
  /** Absent in the response of a previous release, or if a newer one has another role. */
  role: v.fallback(v.optional(v.picklist(roles)), undefined),
  registered: v.boolean(),
  created_at: timestamp,
})
export type Customer = v.InferOutput<typeof customer>

export const apiError = v.object({
  error: v.object({
    code: v.string(),
    message: v.string(),
    request_id: v.string(),
    /** The invalid field of the body, such as `answers.0.value`. */
    path: v.optional(v.string()),
    /** The time until the next attempt, in s. */
    retry_after: v.optional(v.number()),
  }),
})
