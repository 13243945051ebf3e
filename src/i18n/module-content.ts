import * as v from 'valibot'
import { drillNeeds, equipmentKinds } from '../config/drills.ts'

const linesSchema = v.array(v.string())
const rangeSchema = v.tuple([v.number(), v.number()])

const drillSchema = v.object({
  name: v.string(),
  /** The lowest and the highest age. */
  ages: rangeSchema,
  players: rangeSchema,
  minutes: v.number(),
  /** In steps of about one metre. */
  space: v.object({ length: v.number(), width: v.number() }),
  /** The needs that `inclusive` has an adaptation for. */
  needs: v.array(v.picklist(drillNeeds)),
  equipment: v.array(v.object({ kind: v.picklist(equipmentKinds), count: v.number(), text: v.string() })),
  setUp: linesSchema,
  steps: linesSchema,
  coachingPoints: linesSchema,
  easier: linesSchema,
  harder: linesSchema,
  inclusive: linesSchema,
  safety: linesSchema,
})

/** `modules/<id>.json`: the texts of a module in one locale that the course catalogue does not contain. */
export const moduleContentSchema = v.object({
  /** Each text completes the sentence “After this module you can …”. */
  aims: linesSchema,
  sections: v.array(v.object({ heading: v.string(), paragraphs: linesSchema })),
  /** What a coach should say to players, and what a coach should not say. */
  say: linesSchema,
  avoid: linesSchema,
  keyPoints: linesSchema,
  /** Absent in a module without a drill. */
  drill: v.optional(drillSchema),
  /**
   * The text of the video, scene by scene, or empty without a video. `id` is the name of the scene in
   * `films/modules`, `seconds` is its length, `onScreen` its headline, and `lines` are the spoken sentences.
   */
  transcript: v.array(
    v.object({ id: v.string(), seconds: v.number(), onScreen: v.string(), lines: linesSchema }),
  ),
  /** By question id: the right option, and the feedback by option. */
  checks: v.record(v.string(), v.object({ right: v.string(), feedback: v.record(v.string(), v.string()) })),
})

export type ModuleContent = v.InferOutput<typeof moduleContentSchema>
export type Drill = v.InferOutput<typeof drillSchema>
