import { useState } from 'react'
import type { Result } from '../../lib/result.ts'
import type { PersonSnapshot } from '../../person/person.ts'
import type { ProfileJob } from './jobs.ts'

/** The revision of the values that a page's form started with. A new revision is a new form. */
const getRevision = (parts: PersonSnapshot, job: ProfileJob): number => {
  const part = job === 'details' || job === 'learning' || job === 'news' ? parts[job] : undefined
  return part?.kind === 'ready' ? part.revision : 0
}

/** Which pages have changes that the coach has not saved. */
export const useUnsaved = (parts: PersonSnapshot) => {
  /** By page, the revision of the form that was changed. */
  const [changed, setChanged] = useState<Partial<Record<ProfileJob, number>>>({})
  return {
    isUnsaved: (job: ProfileJob): boolean => changed[job] === getRevision(parts, job),
    mark: (job: ProfileJob): void => setChanged((all) => ({ ...all, [job]: getRevision(parts, job) })),
    /** A save of a page's form, after which the page has no unsaved changes. */
    saving:
      <Value, Outcome extends Result<unknown, unknown>>(
        job: ProfileJob,
        save: (value: Value) => Promise<Outcome>,
      ) =>
      async (value: Value): Promise<Outcome> => {
        const result = await save(value)
        if (result.ok) setChanged(({ [job]: _saved, ...others }) => others)
        return result
      },
  }
}
