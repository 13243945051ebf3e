import * as v from 'valibot'

const questionWords = v.object({
  question: v.string(),
  /** By option id; absent for a free text. */
  options: v.optional(v.record(v.string(), v.string())),
})

const moduleWords = v.object({
  title: v.string(),
  summary: v.string(),
  /** Paragraphs. */
  body: v.array(v.string()),
  survey: v.record(v.string(), questionWords),
})

/** `courses.json`: the words of the programme under the ids of `src/config/courses.ts`. */
export const courseCatalogue = v.record(
  v.string(),
  v.object({ title: v.string(), summary: v.string(), modules: v.record(v.string(), moduleWords) }),
)

export type QuestionWords = v.InferOutput<typeof questionWords>
export type ModuleWords = v.InferOutput<typeof moduleWords>
export type CourseCatalogue = v.InferOutput<typeof courseCatalogue>
