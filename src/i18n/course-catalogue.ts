import * as v from 'valibot'

const questionTexts = v.object({
  question: v.string(),
  /** By option id; absent for free text. */
  options: v.optional(v.record(v.string(), v.string())),
})

const moduleTexts = v.object({
  title: v.string(),
  summary: v.string(),
  survey: v.record(v.string(), questionTexts),
})

/** `courses.json`: the texts of lists and surveys, under the ids of `src/config/courses.ts`. */
export const courseCatalogue = v.record(
  v.string(),
  v.object({ title: v.string(), summary: v.string(), modules: v.record(v.string(), moduleTexts) }),
)

export type QuestionTexts = v.InferOutput<typeof questionTexts>
export type ModuleTexts = v.InferOutput<typeof moduleTexts>
export type CourseCatalogue = v.InferOutput<typeof courseCatalogue>
