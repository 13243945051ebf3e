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

/** One version of the bodies and responses in the table of calls (`product-api.ts`). */
type SchemaVersion = {
  version: number
  /** The date of the version. */
  since: string
  /** What is different from the previous version. */
  change: string
  /** The conversions of bodies from the previous version, by call name. */
  upgrade: Upgrades
}

/**
 * Every version of the product API. A device may keep an entry for months and must then send exactly the
 * bytes that it captured, because their hash identifies the entry. So the server also reads older versions.
 *
 * A change of a shape requires a new row here. Otherwise `schema-version.test.ts` fails and lists the steps.
 */
export const schemaVersions: readonly SchemaVersion[] = [
  { version: 1, since: '2026-11-20', change: 'The first form: answers by question.', upgrade: {} },
  {
    version: 2,
    since: '2026-11-21',
    change: 'Answers are a list. Module events say whether they are about the module or its video.',
    upgrade: {
      saveAnswers: toAnswerLists,
      saveExtraAnswers: toAnswerLists,
      saveModulesEvents: (body) => ({ type: 'video', ...body }),
    },
  },
  {
    version: 3,
    since: '2026-11-21',
    change: 'Only the answer to a question that takes several options is a list.',
    upgrade: { saveAnswers: unwrapSingleAnswers, saveExtraAnswers: unwrapSingleAnswers },
  },
  {
    version: 4,
    since: '2026-11-22',
    change:
      'The response with stored answers includes the answers of this device that they replaced. Sign-up and login at the loyalty provider are new calls.',
    upgrade: {},
  },
  {
    version: 5,
    since: '2026-11-22',
    change: 'Receipts have an epoch. The response to a report lists missing entries. has-entry is new.',
    upgrade: {},
  },
  {
    version: 6,
    since: '2026-11-22',
    change:
      'The response to a login includes a statement for the device. Entries of rescue files may contain it as proof.',
    upgrade: {},
  },
  {
    version: 7,
    since: '2026-11-22',
    change: 'A copy of all stored data of a customer, and the deletion of an account, are new calls.',
    upgrade: {},
  },
  {
    version: 8,
    since: '2026-11-22',
    change:
      'Answers include every required question of their module. New calls store what was watched and read, and the name on a certificate. Certificates have numbers.',
    upgrade: {},
  },
  {
    version: 9,
    since: '2026-11-22',
    change: 'New calls with the totals of the programme for admins.',
    upgrade: {},
  },
  {
    version: 10,
    since: '2026-11-23',
    change: 'How many people a coach reaches is also listed by season.',
    upgrade: {},
  },
  {
    version: 11,
    since: '2026-11-23',
    change: 'Several outbox entries can be delivered by one call.',
    upgrade: {},
  },
  {
    version: 12,
    since: '2026-11-24',
    change: 'Admins can count and filter devices by their last report and the age of their oldest entry.',
    upgrade: {},
  },
  {
    version: 13,
    since: '2026-11-24',
    change: 'Devices report the health of the app.',
    upgrade: {},
  },
  {
    version: 14,
    since: '2026-11-27',
    change: 'The login response says whether the browser lost its database. Admins see its former device id.',
    upgrade: {},
  },
  {
    version: 15,
    since: '2026-11-27',
    change: 'Devices report the outcomes of their uploads, and admins see them.',
    upgrade: {},
  },
  {
    version: 16,
    since: '2026-11-29',
    change: 'A shared device can ask which of its other customers have deleted their accounts.',
    upgrade: {},
  },
]

/** The current version. */
export const schemaVersion = schemaVersions.length

/**
 * Converts a body of an older version to the current one. Does not convert a body that does not fit its
 * version; the current schema then refuses it.
 */
export const upgradeBody = (name: CallName, version: number, body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  // Version n is at index n - 1, so this takes the versions after `version`.
  return schemaVersions
    .slice(version)
    .reduce<Body>((older, { upgrade }) => upgrade[name]?.(older) ?? older, { ...body })
}

/** Whether the server can read bodies of a version. */
export const isKnownSchema = (version: number): boolean =>
  Number.isInteger(version) && version >= 1 && version <= schemaVersion
