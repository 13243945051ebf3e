import * as v from 'valibot'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import type { Draft } from './stored-answers.ts'

const valuesSchema = v.record(v.string(), v.union([v.string(), v.array(v.string())]))

const storedDraftSchema = v.union([
  v.object({ values: valuesSchema, base: valuesSchema, tab: v.string(), at: v.number() }),
  // Earlier versions stored only the values, and one draft for all tabs.
  v.pipe(
    valuesSchema,
    v.transform((values) => ({ values, base: {}, tab: '', at: 0 })),
  ),
])

export type SurveyDraft = {
  /**
   * The draft to continue: the last draft of this tab, otherwise the last draft of any tab; undefined if
   * there is none.
   */
  read: () => Promise<Draft | undefined>
  /** Rejects if the draft could not be stored. */
  write: (draft: Draft) => Promise<void>
  /** Resolves when it is removed, or the device does not respond. */
  discard: () => Promise<void>
}

export type DraftDeps = {
  drafts: KeyValues
  /**
   * `id` identifies the tab across reloads, `page` the loaded page. A duplicated tab has the id of the
   * original.
   */
  tab: { id: string; page: string }
  now: () => Date
}

/**
 * The draft of one survey of one customer, stored while the customer types; other people on this device
 * cannot see it. Each page has its own draft, so that two tabs do not overwrite each other.
 */
export const createSurveyDraft = (
  { drafts, tab, now }: DraftDeps,
  customer: string,
  module: string,
): SurveyDraft => {
  /** The key of the draft that earlier versions stored for all tabs, and the start of the key of each page. */
  const surveyKey = `${customer}/${module}`
  const pageKey = `${surveyKey}/${tab.page}`
  /** The stored draft that this page continues: its own, or that of another page. */
  let continuedDraft: { key: string; at: number } | undefined

  const readDraft = async (key: string) => {
    const draft = parseOrUndefined(storedDraftSchema, await drafts.read(key))
    return draft && { ...draft, key }
  }
  const readAll = async () => {
    const keys = (await drafts.keys()).filter((key) => key === surveyKey || key.startsWith(`${surveyKey}/`))
    return (await Promise.all(keys.map(readDraft))).filter((draft) => draft !== undefined)
  }
  /** Removes the draft that this page continues, unless the page that wrote it has changed it since. */
  const removeContinued = async () => {
    if (!continuedDraft || continuedDraft.key === pageKey) return
    const { key, at } = continuedDraft
    if ((await readDraft(key))?.at === at) await drafts.remove(key)
    continuedDraft = undefined
  }

  return {
    read: async () => {
      // A device that cannot be read, or does not respond, has no draft: the form must open.
      const storedDrafts = (await drafts.withTimeLimit(readAll()).catch(() => undefined)) ?? []
      const newestFirst = storedDrafts.sort((a, b) => b.at - a.at)
      const draft = newestFirst.find((candidate) => candidate.tab === tab.id) ?? newestFirst[0]
      continuedDraft = draft
      return draft && { values: draft.values, base: draft.base }
    },
    write: async (draft) => {
      await drafts.write(pageKey, { ...draft, tab: tab.id, at: now().getTime() })
      // The new draft is stored. An old one that stays is only an older draft of the same survey.
      await removeContinued().catch(() => undefined)
    },
    discard: async () => {
      await drafts.withTimeLimit(drafts.remove(pageKey)).catch(() => undefined)
      await drafts.withTimeLimit(removeContinued()).catch(() => undefined)
    },
  }
}
