import type { UploadClient } from './contract.ts'
import { isFinal, needsPerson } from './task.ts'
import { useUploads } from './use-uploads.ts'

/** How many uploads of a customer are not finished, and how many of these go on only when the person does something. */
export type UploadCounts = { unfinished: number; needYou: number }

export const useUploadCounts = (
  uploads: Pick<UploadClient, 'snapshot' | 'subscribe'>,
  customer: string,
): UploadCounts => {
  const { tasks } = useUploads(uploads)
  const mine = tasks.filter((task) => task.customer === customer && !isFinal(task.status))
  return { unfinished: mine.length, needYou: mine.filter(({ status }) => needsPerson(status)).length }
}
