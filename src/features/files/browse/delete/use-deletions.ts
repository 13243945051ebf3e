import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { notify } from '../../../../ui/feedback/notify.ts'
import type { StorageCalls } from '../../../../uploads/storage-calls.ts'
import { createDeletionRecords, type StoredBatches } from '../../../../deletions/deletion-records.ts'
import { createDeletions, type DeletionStore } from '../../../../deletions/deletions.ts'
import { dropFromListings } from '../listing/listing-query.ts'
import { shownNameOf } from '../place.ts'
import { problemText } from '../problem-text.ts'

/** Completes pending deletions when the person leaves, and at the start those that an earlier visit left. */
const useLeaving = (deletions: DeletionStore) => {
  useEffect(() => {
    const leave = () => void deletions.commit()
    // On a phone this is the last event that a page receives before it is killed.
    const hide = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', leave)
    void deletions.finishEarlier()
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [deletions])
}

/** Deletions of this screen, which are done at the latest when the person leaves it. */
export const useDeletions = ({
  storage,
  customer,
  stored,
}: {
  storage: StorageCalls
  customer: string
  stored: StoredBatches
}) => {
  const t = useTranslate()
  const queries = useQueryClient()
  const [deletions] = useState(() =>
    createDeletions({
      storage,
      records: createDeletionRecords(stored, crypto.randomUUID()),
      now: () => Date.now(),
      onGone: (files) => dropFromListings(queries, customer, files),
      onFailed: (problem, files) => {
        const name = shownNameOf(files[0]?.key ?? '')
        const reason = problemText(problem, t)
        notify.error(t('files.browse.deleteFailed', { count: files.length, name, reason }))
      },
    }),
  )
  const { hidden, waiting } = useSyncExternalStore(deletions.subscribe, deletions.snapshot)

  useLeaving(deletions)
  const { add, undo, hold, makeRoom } = deletions
  return { hidden, waiting, add, undo, hold, makeRoom }
}
