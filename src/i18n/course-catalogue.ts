import * as v from 'valibot'

const questionTextsSchema = v.object({
  question: v.string(),
  /** By option id. Absent for free text. */
  options: v.optional(v.record(v.string(), v.string())),
})

/** The whole minutes that a step of a module takes. Absent if the module does not have the step. */
const minutes = v.optional(v.number())

const moduleTextsSchema = v.object({
  title: v.string(),
  summary: v.string(),
  /**
   * The time for each step. The build estimates it from the module's texts, because lists do not load these.
   */
  minutes: v.optional(
    v.object({ watch: minutes, understand: minutes, run: minutes, check: minutes, reflect: minutes }),
  ),
  survey: v.record(v.string(), questionTextsSchema),
})

/** `courses.json`: the texts of lists and surveys, by the ids of `src/config/courses.ts`. */
export const courseCatalogueSchema = v.record(
  v.string(),
  v.object({ title: v.string(), summary: v.string(), modules: v.record(v.string(), moduleTextsSchema) }),
)

export type QuestionTexts = v.InferOutput<typeof questionTextsSchema>
export type ModuleTexts = v.InferOutput<typeof moduleTextsSchema>
export type CourseCatalogue = v.InferOutput<typeof courseCatalogueSchema>
