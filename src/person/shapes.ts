import * as v from 'valibot'
import { interests, preferences } from '../contract/interests.ts'

const text = v.exactOptional(v.string())

/** The person as this device keeps it. */
export const details = v.object({
  firstName: v.string(),
  lastName: v.string(),
  /** at the extended profile */
  honorificPrefix: text,
  job: text,
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

export const choices = v.object({ interests, preferences })
