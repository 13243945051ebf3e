import { useState } from 'react'
import { useWords } from '../../i18n/use-words.ts'
import type { AddOutcome, Destination, UploadClient } from '../../workers/upload/contract.ts'
import type { Found } from './folder-files.ts'
import { remarksOn } from './upload-remarks.ts'

/** Files that are handed to the worker at once: Chromium asks another process about each, up to half a millisecond a file. */
const batch = 25

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Puts files into the queue, and keeps what is to be said about the last ones. */
export const useAddFiles = (uploads: UploadClient, to: Destination) => {
  const t = useWords()
  const [remarks, setRemarks] = useState<string[]>([])

  const add = async (found: Found): Promise<void> => {
    const { files } = found
    const outcomes: (AddOutcome | undefined)[] = files.map(() => undefined)
    // Each batch is heard by itself: one with a file that is slow to read keeps no other waiting.
    const hand = async (start: number) => {
      const answers = await uploads.add(to, files.slice(start, start + batch))
      outcomes.splice(start, answers.length, ...answers)
      setRemarks(remarksOn(found, outcomes, t))
    }
    setRemarks(remarksOn(found, outcomes, t))
    for (let start = 0; start < files.length; start += batch) {
      void hand(start)
      await nextTurn()
    }
  }

  return { add, remarks }
}
