import * as v from 'valibot'
import { moduleOf } from '../config/courses.ts'
import type { CallName } from './product-api.ts'

/**
 * The version of the bodies in the table of calls. A phone may hold an entry for months, and must send the very bytes it
 * captured, as their hash is part of what makes it exactly one: so the server reads the older forms too.
 */
export const schemaVersion = 3

type Body = Record<string, unknown>
type Step = (body: Body) => Body
type Steps = Partial<Record<CallName, Step>>

const word = v.union([v.string(), v.array(v.string())])
const byQuestion = v.record(v.string(), word)
const listed = v.array(v.object({ question: v.string(), value: v.array(v.string()) }))

const listAnswers: Step = (body) => {
  const answers = v.safeParse(byQuestion, body['answers'])
  if (!answers.success) return body
  return {
    ...body,
    answers: Object.entries(answers.output).map(([question, value]) => ({ question, value: [value].flat() })),
  }
}

const singleAnswers: Step = (body) => {
  const answers = v.safeParse(listed, body['answers'])
  if (!answers.success) return body
  const survey = moduleOf(String(body['video_id'] ?? body['extra_module_id']))?.module.survey ?? []
  const takesMany = (id: string) => survey.some(({ id: known, kind }) => known === id && kind === 'multiple')
  return {
    ...body,
    answers: answers.output.map(({ question, value }) => {
      const [first] = value
      return {
        question,
        value: takesMany(question) || first === undefined || value.length > 1 ? value : first,
      }
    }),
  }
}

/** Version 1 had the answers by question, and of modules it knew only what was done with their video. */
const toVersion2: Steps = {
  saveAnswers: listAnswers,
  saveExtraAnswers: listAnswers,
  saveModulesEvents: (body) => ({ type: 'video', ...body }),
}

/** In version 2 every answer was a list, also to a question that takes one. */
const toVersion3: Steps = { saveAnswers: singleAnswers, saveExtraAnswers: singleAnswers }

const steps: readonly Steps[] = [toVersion2, toVersion3]

/** A body of an older version in the form of today; one that does not fit its version is left for today's schema to refuse. */
export const upgradeBody = (name: CallName, version: number, body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return steps.slice(version - 1).reduce<Body>((older, step) => step[name]?.(older) ?? older, { ...body })
}

/** Whether bodies of a version can be read. */
export const isKnownSchema = (version: number): boolean =>
  Number.isInteger(version) && version >= 1 && version <= schemaVersion
