import * as v from 'valibot'

const linesSchema = v.array(v.string())
const rangeSchema = v.tuple([v.number(), v.number()])

const drillSchema = v.object({
  name: v.string(),
  /** From, to. */
  ages: rangeSchema,
  players: rangeSchema,
  minutes: v.number(),
  /** In steps of about a metre. */
  space: v.object({ length: v.number(), width: v.number() }),
  equipment: v.array(v.object({ count: v.number(), text: v.string() })),
  setUp: linesSchema,
  steps: linesSchema,
  coachingPoints: linesSchema,
  easier: linesSchema,
  harder: linesSchema,
  inclusive: linesSchema,
  safety: linesSchema,
})

/** `modules/<id>.json`: the texts of a module's screen in one locale, apart from the course catalogue. */
export const moduleContentSchema = v.object({
  /** Each completes the sentence “After this module you can …”. */
  aims: linesSchema,
  sections: v.array(v.object({ heading: v.string(), paragraphs: linesSchema })),
  say: linesSchema,
  avoid: linesSchema,
  keyPoints: linesSchema,
  /** Absent in a module that is only read. */
  drill: v.optional(drillSchema),
  /**
   * The spoken text of the video, scene by scene; empty without a video. `seconds` is the length of a scene,
   * whose id is its name in `films/modules`.
   */
  transcript: v.array(
    v.object({ id: v.string(), seconds: v.number(), onScreen: v.string(), lines: linesSchema }),
  ),
  /** By question id: the right option, and the feedback on each option. */
  checks: v.record(v.string(), v.object({ right: v.string(), feedback: v.record(v.string(), v.string()) })),
})

export type ModuleContent = v.InferOutput<typeof moduleContentSchema>
export type Drill = v.InferOutput<typeof drillSchema>
