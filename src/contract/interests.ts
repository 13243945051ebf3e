import * as v from 'valibot'
import { requiredText, shortText } from './shared-schemas.ts'

/** The ids of a coach's interests. */
export const interests = v.pipe(v.array(requiredText), v.maxLength(100))

/** A coach's choices by name. A choice is on or off, or one of several values. */
export const preferences = v.pipe(
  v.record(v.pipe(v.string(), v.regex(/^[a-zA-Z]\w{0,63}$/)), v.union([v.boolean(), shortText])),
  v.maxEntries(100),
)
