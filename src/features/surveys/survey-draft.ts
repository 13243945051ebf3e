import * as v from 'valibot'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import type { Draft } from './stored-answers.ts'

const valuesSchema = v.record(v.string(), v.union([v.string(), v.array(v.string())]))

/**
 * `base`: the stored answers when the draft was started. `tab`: the id of the tab. `at`: when it was stored, in
 * ms since the epoch.
 */
const storedDraftSchema = v.union([
  v.object({ values: valuesSchema, base: valuesSchema, tab: v.string(), at: v.number() }),
  // Earlier versions stored one draft for all tabs, and only its values.
  v.pipe(
    valuesSchema,
    v.transform((values) => ({ values, base: {}, tab: '', at: 0 })),
  ),
])

export type SurveyDraft = {
  /**
   * The draft to continue: the last draft of this tab, otherwise the last draft of any tab, or undefined if
   * there is none.
   */
  read: () => Promise<Draft | undefined>
  /** Rejects if the draft could not be stored. */
  write: (draft: Draft) => Promise<void>
  /** Removes the draft. Resolves when it is removed, or when the device does not respond in time. */
  discard: () => Promise<void>
}

export type DraftDeps = {
  drafts: KeyValues
  /**
   * `id` identifies the tab across reloads. `page` identifies the loaded page, because a duplicated tab has
   * the same `id` as the original.
   */
  tab: { id: string; page: string }
  now: () => Date
}

/**
 * Stores the draft of one survey of one customer while the coach types. Other users of this device cannot see
 * it. Each loaded page has its own draft, so that two tabs do not overwrite each other's.
 */
export const createSurveyDraft = (
  { drafts, tab, now }: DraftDeps,
  customerId: string,
  moduleId: string,
): SurveyDraft => {
  /**
   * The beginning of each page's key. On its own, it is the key of the draft that earlier versions stored.
   */
  const surveyKey = `${customerId}/${moduleId}`
  const pageKey = `${surveyKey}/${tab.page}`
  /** The stored draft that this page continues: its own draft, or the draft of another page. */
  let continuedDraft: { key: string; at: number } | undefined

  /** Reads a stored draft with its key. Resolves to undefined if there is none. */
  const readDraft = async (key: string) => {
    const draft = parseOrUndefined(storedDraftSchema, await drafts.read(key))
    return draft && { ...draft, key }
  }
  const readDrafts = async () => {
    const keys = (await drafts.keys()).filter((key) => key === surveyKey || key.startsWith(`${surveyKey}/`))
    return (await Promise.all(keys.map(readDraft))).filter((draft) => draft !== undefined)
  }
  /** Removes the draft of another page that this page continues, unless that page has changed it since. */
  const removeContinued = async () => {
    if (!continuedDraft || continuedDraft.key === pageKey) return
    const { key, at } = continuedDraft
    if ((await readDraft(key))?.at === at) await drafts.remove(key)
    continuedDraft = undefined
  }

  return {
    read: async () => {
      // If storage cannot be read, or does not respond, the form must open without a draft.
      const storedDrafts = (await drafts.withTimeLimit(readDrafts()).catch(() => undefined)) ?? []
      const newestFirst = storedDrafts.sort((a, b) => b.at - a.at)
      const draft = newestFirst.find((candidate) => candidate.tab === tab.id) ?? newestFirst[0]
      continuedDraft = draft
      return draft && { values: draft.values, base: draft.base }
    },
    write: async (draft) => {
      await drafts.write(pageKey, { ...draft, tab: tab.id, at: now().getTime() })
      // A failure is ignored: the new draft is stored, and only an older draft of the same survey remains.
      await removeContinued().catch(() => undefined)
    },
    discard: async () => {
      // A failure is ignored: the coach can do nothing about it, and only an old draft remains.
      await drafts.withTimeLimit(drafts.remove(pageKey)).catch(() => undefined)
      await drafts.withTimeLimit(removeContinued()).catch(() => undefined)
    },
  }
}
