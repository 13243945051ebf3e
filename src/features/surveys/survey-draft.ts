import * as v from 'valibot'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { parsed } from '../../lib/parsed.ts'
import type { Draft } from './stored-answers.ts'

const values = v.record(v.string(), v.union([v.string(), v.array(v.string())]))

const stored = v.union([
  v.object({ values, base: values, tab: v.string(), at: v.number() }),
  // The form in which earlier versions stored it: one draft for all tabs.
  v.pipe(
    values,
    v.transform((only) => ({ values: only, base: {}, tab: '', at: 0 })),
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
  const shared = `${customer}/${module}`
  const own = `${shared}/${tab.page}`
  let continued: { key: string; at: number } | undefined

  const readKey = async (key: string) => {
    const draft = parsed(stored, await drafts.read(key))
    return draft && { ...draft, key }
  }
  const readAll = async () => {
    const keys = (await drafts.keys()).filter((key) => key === shared || key.startsWith(`${shared}/`))
    return (await Promise.all(keys.map(readKey))).filter((draft) => draft !== undefined)
  }
  /** Removes the draft that this one continues, unless its own page has changed it since. */
  const removeContinued = async () => {
    if (!continued || continued.key === own) return
    const { key, at } = continued
    if ((await readKey(key))?.at === at) await drafts.remove(key)
    continued = undefined
  }

  return {
    read: async () => {
      const all = (await drafts.inTime(readAll()).catch(() => undefined)) ?? []
      const isMine = (draft: { tab: string }) => Number(draft.tab === tab.id)
      const [last] = all.sort((one, other) => isMine(other) - isMine(one) || other.at - one.at)
      continued = last
      return last && { values: last.values, base: last.base }
    },
    write: async (draft) => {
      await drafts.write(own, { ...draft, tab: tab.id, at: now().getTime() })
      await removeContinued().catch(() => undefined)
    },
    discard: async () => {
      await drafts.inTime(drafts.remove(own)).catch(() => undefined)
      await drafts.inTime(removeContinued()).catch(() => undefined)
    },
  }
}
