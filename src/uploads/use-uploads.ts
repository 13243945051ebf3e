import { useStore } from '../lib/use-store.ts'
import type { UploadClient, UploadSnapshot } from './contract.ts'
import { isFinal, isRepeat, needsCoach } from './task.ts'

/** Subscribes a component to the uploads of this page. */
export const useUploads = (uploads: Pick<UploadClient, 'snapshot' | 'subscribe'>): UploadSnapshot =>
  useStore(uploads, uploads.snapshot)

/** The number of a customer's unfinished uploads, and how many of them need the coach. */
export type UploadCounts = {
  unfinished: number
  needsAction: number
  /** Present if they need only an answer: whether to send a stored file again. Nothing is wrong then. */
  areQuestions?: true
}

export const useUploadCounts = (
  uploads: Pick<UploadClient, 'snapshot' | 'subscribe'>,
  customerId: string,
): UploadCounts => {
  const { tasks } = useUploads(uploads)
  const unfinished = tasks.filter((task) => task.customer === customerId && !isFinal(task.status))
  const needingCoach = unfinished.filter(({ status }) => needsCoach(status))
  const areQuestions = needingCoach.length > 0 && needingCoach.every(({ status }) => isRepeat(status))
  return {
    unfinished: unfinished.length,
    needsAction: needingCoach.length,
    ...(areQuestions && { areQuestions }),
  }
}
