import * as v from 'valibot'
import { findModule } from '../config/courses.ts'
import type { CallName } from './product-api.ts'

type Body = Record<string, unknown>
/** Converts a body from one version to the next. */
type Step = (body: Body) => Body
type Steps = Partial<Record<CallName, Step>>

/** The answers in version 1. */
const answersByQuestion = v.record(v.string(), v.union([v.string(), v.array(v.string())]))
/** The answers in version 2. */
const answerLists = v.array(v.object({ question: v.string(), value: v.array(v.string()) }))

const toAnswerLists: Step = (body) => {
  const answers = v.safeParse(answersByQuestion, body['answers'])
  if (!answers.success) return body
  return {
    ...body,
    answers: Object.entries(answers.output).map(([question, value]) => ({ question, value: [value].flat() })),
  }
}

const unwrapSingleAnswers: Step = (body) => {
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
 * One version of the bodies and responses in the table of calls. `upgrade` has the conversions from the
 * previous version, by call name.
 */
type SchemaVersion = { version: number; since: string; change: string; upgrade: Steps }

/**
 * Every version that the product API has had. A phone may hold an entry for months and must send exactly the
 * bytes that it captured, because their hash identifies the entry. The server therefore reads older versions
 * too.
 *
 * A change of a shape requires a new row here. `schema-version.test.ts` fails otherwise and lists the other
 * steps.
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
      'Stored answers say which answers of this device they took the place of. Sign-up and login at the loyalty provider are calls.',
    upgrade: {},
  },
  {
    version: 5,
    since: '2026-11-22',
    change: 'Receipts name an epoch. The response to a report says what the server misses. has-entry is new.',
    upgrade: {},
  },
  {
    version: 6,
    since: '2026-11-22',
    change:
      'The response to a login says which device it is for. Entries of rescue files may prove whose device gave them.',
    upgrade: {},
  },
  {
    version: 7,
    since: '2026-11-22',
    change: 'A copy of everything that is stored of a customer, and the deletion of an account, are calls.',
    upgrade: {},
  },
  {
    version: 8,
    since: '2026-11-22',
    change:
      'Answers have every required question of their module. What was watched and read, and the name on a certificate, are calls; certificates have numbers.',
    upgrade: {},
  },
  {
    version: 9,
    since: '2026-11-22',
    change: 'Admins read what the programme reached.',
    upgrade: {},
  },
  {
    version: 10,
    since: '2026-11-23',
    change: 'Whom a coach reaches is also listed season by season.',
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
    change: 'Admins count devices, and filter them, by when they were seen and how long something waits.',
    upgrade: {},
  },
  {
    version: 13,
    since: '2026-11-24',
    change: 'Devices report how the app does on them.',
    upgrade: {},
  },
  {
    version: 14,
    since: '2026-11-27',
    change: 'A browser that lost its database hears so, and admins see which device it was before.',
    upgrade: {},
  },
  {
    version: 15,
    since: '2026-11-27',
    change: 'Devices report how their uploads went, and admins see it.',
    upgrade: {},
  },
]

/** The version of the present table of calls. */
export const schemaVersion = schemaVersions.length

/**
 * Converts a body of an older version to the present one. A body that does not fit its version is passed on,
 * and the present schema refuses it.
 */
export const upgradeBody = (name: CallName, version: number, body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return schemaVersions
    .slice(version)
    .reduce<Body>((older, { upgrade }) => upgrade[name]?.(older) ?? older, { ...body })
}

/** Whether the server can read bodies of a version. */
export const isKnownSchema = (version: number): boolean =>
  Number.isInteger(version) && version >= 1 && version <= schemaVersion
