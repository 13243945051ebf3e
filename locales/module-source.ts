import * as v from 'valibot'

/** The forms of `modules.json` and of `<language>/modules/<id>.json`, as MODULES.md describes them. */

const text = v.pipe(v.string(), v.nonEmpty())
const lines = v.pipe(v.array(text), v.nonEmpty())
const count = v.pipe(v.number(), v.integer(), v.minValue(1))
const range = v.strictTuple([count, count])
const id = v.pipe(v.string(), v.regex(/^[a-zA-Z][\w]*$/))
const ids = v.pipe(v.array(id), v.nonEmpty())

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
      equipment: v.array(v.strictObject({ id, count })),
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
