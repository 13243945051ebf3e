import type { UploadClient, UploadSnapshot } from './contract.ts'
import { useStore } from '../lib/use-store.ts'
import { isFinal, needsPerson } from './task.ts'

export const useUploads = (uploads: Pick<UploadClient, 'snapshot' | 'subscribe'>): UploadSnapshot =>
  useStore(uploads, uploads.snapshot)

/**
 * The number of a customer's unfinished uploads, and how many of them continue only when the person does
 * something.
 */
export type UploadCounts = { unfinished: number; needYou: number }

export const useUploadCounts = (
  uploads: Pick<UploadClient, 'snapshot' | 'subscribe'>,
  customer: string,
): UploadCounts => {
  const { tasks } = useUploads(uploads)
  const mine = tasks.filter((task) => task.customer === customer && !isFinal(task.status))
  return { unfinished: mine.length, needYou: mine.filter(({ status }) => needsPerson(status)).length }
}
