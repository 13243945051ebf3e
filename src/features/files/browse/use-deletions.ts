import { useEffect, useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useStore } from '../../../lib/use-store.ts'
import type { DeletionStore, OpenDeletions } from '../../../stored-files/deletions/deletions.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { getShownName } from '../file-names.ts'
import { formatStorageFailure } from '../storage-failure-text.ts'

/**
 * Performs pending deletions when the coach leaves the page or the screen, and at the start those of earlier
 * visits.
 */
const useDeletionsOnLeave = (deletions: DeletionStore) => {
  useEffect(() => {
    const leave = () => void deletions.leave({ hasScreenClosed: false })
    // On a phone this is the last event that a page receives before it is killed.
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') leave()
      // Starts the time for an undo again: a deletion that failed while the page was hidden can be undone for
      // some seconds, and is then tried again.
      else deletions.hold(false)
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    window.addEventListener('pagehide', leave)
    void deletions.finishEarlier()
    // Hides files that other tabs are about to delete.
    const stopFollowing = deletions.followTabs()
    return () => {
      stopFollowing()
      document.removeEventListener('visibilitychange', onVisibilityChange)
      window.removeEventListener('pagehide', leave)
      void deletions.leave({ hasScreenClosed: true })
    }
  }, [deletions])
}

/** Provides the deletions of this screen. They are performed at the latest when the coach leaves it. */
export const useDeletions = (open: OpenDeletions) => {
  const t = useTranslate()
  const [deletions] = useState(() =>
    open({
      onFailed: (failure, files) => {
        const name = getShownName(files[0]?.key ?? '')
        const reason = formatStorageFailure(failure, t)
        notify.error(t('files.browse.deleteFailed', { count: files.length, name, reason }))
      },
    }),
  )
  const { hidden, waiting, isReady } = useStore(deletions, deletions.snapshot)

  useDeletionsOnLeave(deletions)
  const { add, undo, hold, makeRoom } = deletions
  return { hidden, waiting, isReady, add, undo, hold, makeRoom }
}
