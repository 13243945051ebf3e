import { useState } from 'react'
import type { Result } from '../../lib/result.ts'
import type { PersonSnapshot } from '../../person/person.ts'
import type { ProfilePage } from './profile-pages.ts'

/**
 * Returns the revision of the values that a page's form shows at first, or 0 for a page without a form. The
 * revision increases when a service returns other values than those shown.
 */
const getRevision = (parts: PersonSnapshot, page: ProfilePage): number => {
  const part = page === 'details' || page === 'learning' || page === 'news' ? parts[page] : undefined
  return part?.kind === 'ready' ? part.revision : 0
}

/**
 * Tracks which pages have changes that the coach has not saved. A change belongs to a revision of its form: a
 * later revision replaces the form, and the change is gone.
 */
export const useUnsavedChanges = (parts: PersonSnapshot) => {
  /** By page, the revision of the form that was changed. */
  const [changedRevisions, setChangedRevisions] = useState<Partial<Record<ProfilePage, number>>>({})
  return {
    isUnsaved: (page: ProfilePage): boolean => changedRevisions[page] === getRevision(parts, page),
    markUnsaved: (page: ProfilePage): void =>
      setChangedRevisions((all) => ({ ...all, [page]: getRevision(parts, page) })),
    /** Wraps the save of a page's form: if it succeeds, the page has no unsaved changes. */
    wrapSave:
      <Value, Outcome extends Result<unknown, unknown>>(
        page: ProfilePage,
        save: (value: Value) => Promise<Outcome>,
      ) =>
      async (value: Value): Promise<Outcome> => {
        const result = await save(value)
        if (result.ok) setChangedRevisions(({ [page]: _saved, ...otherPages }) => otherPages)
        return result
      },
  }
}
