import { useState } from 'react'
import type { Result } from '../../lib/result.ts'
import type { PersonSnapshot } from '../../person/person.ts'
import type { ProfilePage } from './jobs.ts'

/** Returns the revision of the values that a page's form shows at first. A new revision replaces the form. */
const getRevision = (parts: PersonSnapshot, page: ProfilePage): number => {
  const part = page === 'details' || page === 'learning' || page === 'news' ? parts[page] : undefined
  return part?.kind === 'ready' ? part.revision : 0
}

/** Tracks which pages have changes that the coach has not saved. */
export const useUnsaved = (parts: PersonSnapshot) => {
  /** By page, the revision of the form that was changed. */
  const [changed, setChanged] = useState<Partial<Record<ProfilePage, number>>>({})
  return {
    isUnsaved: (page: ProfilePage): boolean => changed[page] === getRevision(parts, page),
    markUnsaved: (page: ProfilePage): void =>
      setChanged((all) => ({ ...all, [page]: getRevision(parts, page) })),
    /** Wraps the save of a page's form: if it succeeds, the page has no unsaved changes. */
    wrapSave:
      <Value, Outcome extends Result<unknown, unknown>>(
        page: ProfilePage,
        save: (value: Value) => Promise<Outcome>,
      ) =>
      async (value: Value): Promise<Outcome> => {
        const result = await save(value)
        if (result.ok) setChanged(({ [page]: _saved, ...others }) => others)
        return result
      },
  }
}
