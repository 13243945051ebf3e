import * as v from 'valibot'

const questionTextsSchema = v.object({
  question: v.string(),
  /** By option id; absent for free text. */
  options: v.optional(v.record(v.string(), v.string())),
})

/** In whole minutes, for a step of a module; absent if the module lacks the step. */
const minutes = v.optional(v.number())

const moduleTextsSchema = v.object({
  title: v.string(),
  summary: v.string(),
  /** How long each step takes: the build estimates it from the lesson, which lists do not load. */
  minutes: v.optional(
    v.object({ watch: minutes, understand: minutes, run: minutes, check: minutes, reflect: minutes }),
  ),
  survey: v.record(v.string(), questionTextsSchema),
})

/** `courses.json`: the texts of lists and surveys, under the ids of `src/config/courses.ts`. */
export const courseCatalogueSchema = v.record(
  v.string(),
  v.object({ title: v.string(), summary: v.string(), modules: v.record(v.string(), moduleTextsSchema) }),
)

export type QuestionTexts = v.InferOutput<typeof questionTextsSchema>
export type ModuleTexts = v.InferOutput<typeof moduleTextsSchema>
export type CourseCatalogue = v.InferOutput<typeof courseCatalogueSchema>
