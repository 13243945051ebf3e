import * as v from 'valibot'

const lines = v.array(v.string())
const range = v.tuple([v.number(), v.number()])

const drill = v.object({
  name: v.string(),
  /** from, to */
  ages: range,
  players: range,
  minutes: v.number(),
  /** steps, about a metre each */
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

/**
 * `modules/<id>.json`: what the screen of a module shows in one locale, besides what the catalogue of the courses says of it
 * in lists and surveys.
 */
export const moduleContent = v.object({
  /** Each completes the sentence “After this module you can …”. */
  aims: lines,
  sections: v.array(v.object({ heading: v.string(), paragraphs: lines })),
  say: lines,
  avoid: lines,
  keyPoints: lines,
  /** A module that is read has none. */
  drill: v.optional(drill),
  /** What the film says, scene by scene; empty without one. */
  transcript: v.array(v.object({ onScreen: v.string(), lines })),
  /** By the id of the question: the right option, and what is said about each. */
  checks: v.record(v.string(), v.object({ right: v.string(), feedback: v.record(v.string(), v.string()) })),
})

export type ModuleContent = v.InferOutput<typeof moduleContent>
export type Drill = v.InferOutput<typeof drill>
