import { useState } from 'react'
import { useWords } from '../../i18n/use-words.ts'
import type { AddOutcome, UploadClient } from '../../workers/upload/contract.ts'
import type { AccessLevel } from '../../workers/upload/task.ts'
import type { Found } from './folder-files.ts'
import { remarksOn } from './upload-remarks.ts'

/** Files that are handed to the worker at once: handing over thousands in one go holds up the page. */
const batch = 100

/** Puts files into the queue, and keeps what is to be said about the last ones. */
export const useAddFiles = (uploads: UploadClient, level: AccessLevel) => {
  const t = useWords()
  const [remarks, setRemarks] = useState<string[]>([])

  const add = async (found: Found): Promise<void> => {
    const { files } = found
    const outcomes: AddOutcome[] = []
    for (let start = 0; start < files.length; start += batch)
      outcomes.push(...(await uploads.add(level, files.slice(start, start + batch))))
    setRemarks(remarksOn(found, outcomes, t))
  }

  return { add, remarks }
}
