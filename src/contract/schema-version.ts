import * as v from 'valibot'
import { findModule } from '../config/courses.ts'
import type { CallName } from './product-api.ts'

type Body = Record<string, unknown>
/** Converts a body from the previous version of the contract. */
type Upgrade = (body: Body) => Body
type Upgrades = Partial<Record<CallName, Upgrade>>

/** The answers in version 1. */
const answersByQuestion = v.record(v.string(), v.union([v.string(), v.array(v.string())]))
/** The answers in version 2. */
const answerLists = v.array(v.object({ question: v.string(), value: v.array(v.string()) }))

/** Converts answers by question to a list. Every value becomes a list. */
const toAnswerLists: Upgrade = (body) => {
  const answers = v.safeParse(answersByQuestion, body['answers'])
  if (!answers.success) return body
  return {
    ...body,
    answers: Object.entries(answers.output).map(([question, value]) => ({ question, value: [value].flat() })),
  }
}

/** Converts the value of each answer from a list to a single option, except for multiple-choice questions. */
const unwrapSingleAnswers: Upgrade = (body) => {
  const answers = v.safeParse(answerLists, body['answers'])
  if (!answers.success) return body
  const survey = findModule(String(body['video_id'] ?? body['extra_module_id']))?.module.survey ?? []
  const isMultiple = (questionId: string) =>
    survey.some(({ id, kind }) => id === questionId && kind === 'multiple')
  return {
    ...body,
    answers: answers.output.map(({ question, value }) => {
      const [option] = value
      const isSingle = !isMultiple(question) && value.length === 1 && option !== undefined
      return { question, value: isSingle ? option : value }
    }),
  }
}

/**
 * The conversions of bodies from the previous version of the product API, by version. Version 1 is the first.
 * A device may keep an entry for months and must then send exactly the bytes that it captured, because their
 * hash identifies the entry. So the server also reads older versions.
 *
 * A change of a shape requires a new row here, with its date and what changed. Otherwise
 * `schema-version.test.ts` fails and lists the steps. The texts are comments, so that phones do not download
 * them.
 */
export const upgradesByVersion: readonly Upgrades[] = [
  // 1, 2026-11-20: The first form: answers by question.
  {},
  // 2, 2026-11-21: Answers are a list. Module events say whether they are about the module or its video.
  {
    saveAnswers: toAnswerLists,
    saveExtraAnswers: toAnswerLists,
    saveModulesEvents: (body) => ({ type: 'video', ...body }),
  },
  // 3, 2026-11-21: Only the answer to a question that takes several options is a list.
  { saveAnswers: unwrapSingleAnswers, saveExtraAnswers: unwrapSingleAnswers },
  // 4, 2026-11-22: The response with stored answers includes the answers of this device that they replaced.
  // Sign-up and login at the loyalty provider are new calls.
  {},
  // 5, 2026-11-22: Receipts have an epoch. The response to a report lists missing entries. has-entry is new.
  {},
  // 6, 2026-11-22: The response to a login includes a statement for the device. Entries of rescue files may
  // contain it as proof.
  {},
  // 7, 2026-11-22: A copy of all stored data of a customer, and the deletion of an account, are new calls.
  {},
  // 8, 2026-11-22: Answers include every required question of their module. New calls store what was watched
  // and read, and the name on a certificate. Certificates have numbers.
  {},
  // 9, 2026-11-22: New calls with the totals of the programme for admins.
  {},
  // 10, 2026-11-23: How many people a coach reaches is also listed by season.
  {},
  // 11, 2026-11-23: Several outbox entries can be delivered by one call.
  {},
  // 12, 2026-11-24: Admins can count and filter devices by their last report and the age of their oldest
  // entry.
  {},
  // 13, 2026-11-24: Devices report the health of the app.
  {},
  // 14, 2026-11-27: The login response says whether the browser lost its database. Admins see its former
  // device id.
  {},
  // 15, 2026-11-27: Devices report the outcomes of their uploads, and admins see them.
  {},
  // 16, 2026-11-29: A shared device can ask which of its other customers have deleted their accounts. Admins
  // can ask how the app does on devices.
  {},
  // 17, 2026-11-30: A customer sees where they are signed in and can end that. The validation of a token says
  // whether that has happened. Admins prove a second factor.
  {},
  // 18, 2026-11-30: Admins have roles, and managers give them.
  {},
]

/** The current version. */
export const schemaVersion = upgradesByVersion.length

/**
 * Converts a body of an older version to the current one. Does not convert a body that does not fit its
 * version; the current schema then refuses it.
 */
export const upgradeBody = (name: CallName, version: number, body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  // Version n is at index n - 1, so this takes the versions after `version`.
  return upgradesByVersion
    .slice(version)
    .reduce<Body>((older, upgrades) => upgrades[name]?.(older) ?? older, { ...body })
}

/** Whether the server can read bodies of a version. */
export const isKnownSchema = (version: number): boolean =>
  Number.isInteger(version) && version >= 1 && version <= schemaVersion
