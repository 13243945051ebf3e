import * as v from 'valibot'

const lines = v.array(v.string())
const range = v.tuple([v.number(), v.number()])

const drill = v.object({
  name: v.string(),
  /** From, to. */
  ages: range,
  players: range,
  minutes: v.number(),
  /** In steps of about a metre. */
  space: v.object({ length: v.number(), width: v.number() }),
  equipment: v.array(v.object({ count: v.number(), text: v.string() })),
  setUp: lines,
  steps: lines,
  coachingPoints: lines,
  easier: lines,
  harder: lines,
  inclusive: lines,
  safety: lines,
})

/** `modules/<id>.json`: the texts of a module's screen in one locale, apart from the course catalogue. */
export const moduleContent = v.object({
  /** Each completes the sentence “After this module you can …”. */
  aims: lines,
  sections: v.array(v.object({ heading: v.string(), paragraphs: lines })),
  say: lines,
  avoid: lines,
  keyPoints: lines,
  /** Absent in a module that is only read. */
  drill: v.optional(drill),
  /** The spoken text of the video, scene by scene; empty without a video. */
  transcript: v.array(v.object({ onScreen: v.string(), lines })),
  /** By question id: the right option, and the feedback on each option. */
  checks: v.record(v.string(), v.object({ right: v.string(), feedback: v.record(v.string(), v.string()) })),
})

export type ModuleContent = v.InferOutput<typeof moduleContent>
export type Drill = v.InferOutput<typeof drill>
