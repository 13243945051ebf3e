import * as v from 'valibot'
import { drillNeeds, type EquipmentKind } from '../src/config/drills.ts'

/** The forms of `modules.json` and of `<language>/modules/<id>.json`, as MODULES.md describes them. */

const text = v.pipe(v.string(), v.nonEmpty())
const lines = v.pipe(v.array(text), v.nonEmpty())
const count = v.pipe(v.number(), v.integer(), v.minValue(1))
const range = v.strictTuple([count, count])
const id = v.pipe(v.string(), v.regex(/^[a-zA-Z][\w]*$/))
const ids = v.pipe(v.array(id), v.nonEmpty())

const equipmentIds = ['ball', 'spare', 'big', 'cone', 'bib', 'rope', 'card'] as const

/**
 * The kind of each equipment id. A card that describes two balls apart has two ids. A large, light ball is a kind of its
 * own, because an ordinary ball cannot replace it.
 */
export const kindsOfEquipment = {
  ball: 'ball',
  spare: 'ball',
  big: 'largeBall',
  cone: 'cone',
  bib: 'bib',
  rope: 'rope',
  card: 'card',
} satisfies Record<(typeof equipmentIds)[number], EquipmentKind>

export const moduleFacts = v.strictObject({
  course: v.string(),
  kind: v.picklist(['video', 'reading']),
  aims: ids,
  drill: v.optional(
    v.strictObject({
      ages: range,
      players: range,
      minutes: count,
      space: v.strictObject({ length: count, width: count }),
      needs: v.pipe(v.array(v.picklist(drillNeeds)), v.nonEmpty()),
      equipment: v.array(v.strictObject({ id: v.picklist(equipmentIds), count })),
    }),
  ),
  scenes: v.optional(
    v.array(
      v.strictObject({ id, from: v.number(), to: v.number(), numbers: v.array(v.number()), movement: text }),
    ),
  ),
  check: v.array(v.strictObject({ id, options: ids, right: id })),
  reflection: v.array(
    v.strictObject({ id, kind: v.picklist(['single', 'multiple', 'text']), options: v.optional(ids) }),
  ),
})
export type ModuleFacts = v.InferOutput<typeof moduleFacts>

export const moduleTexts = v.strictObject({
  title: text,
  summary: text,
  aims: v.record(id, text),
  sections: v.array(v.strictObject({ heading: text, paragraphs: lines })),
  say: lines,
  avoid: lines,
  keyPoints: lines,
  drill: v.optional(
    v.strictObject({
      name: text,
      equipment: v.record(id, text),
      setUp: lines,
      steps: lines,
      coachingPoints: lines,
      easier: lines,
      harder: lines,
      inclusive: lines,
      safety: lines,
    }),
  ),
  video: v.optional(
    v.strictObject({ scenes: v.record(id, v.strictObject({ onScreen: text, narration: lines })) }),
  ),
  check: v.record(
    id,
    v.strictObject({ question: text, options: v.record(id, v.strictObject({ text, feedback: text })) }),
  ),
  reflection: v.record(id, v.strictObject({ question: text, options: v.optional(v.record(id, text)) })),
})
export type ModuleTexts = v.InferOutput<typeof moduleTexts>
