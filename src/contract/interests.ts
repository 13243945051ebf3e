import * as v from 'valibot'
import { requiredText, shortText } from './shapes.ts'

/** A coach's interests, as ids. */
export const interests = v.pipe(v.array(requiredText), v.maxLength(100))

/** Choices by name: on or off, or one of several. */
export const preferences = v.pipe(
  v.record(v.pipe(v.string(), v.regex(/^[a-zA-Z]\w{0,63}$/)), v.union([v.boolean(), shortText])),
  v.maxEntries(100),
)
