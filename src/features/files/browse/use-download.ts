import { useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { sleep } from '../../../lib/sleep.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import type { StorageCalls } from '../../../uploads/storage-contract.ts'
import { download } from './download.ts'
import { nameOf, type Place } from './place.ts'
import { problemText } from './problem-text.ts'

/** ms between two downloads: a browser that has not begun the first would give it up for the second */
const pause = 1000

/** Saves files one after the other: a browser asks once whether a page may save several. */
export const useDownload = (storage: StorageCalls, { level }: Place) => {
  const t = useTranslate()
  const [downloading, setDownloading] = useState(false)
  return {
    downloading,
    download: async (keys: readonly string[]) => {
      setDownloading(true)
      for (const [index, key] of keys.entries()) {
        if (index > 0) await sleep(pause)
        const answer = await download(storage, level, key)
        if (!answer.ok)
          notify.error(t('files.browse.notDone', { name: nameOf(key), reason: problemText(answer.error, t) }))
      }
      setDownloading(false)
    },
  }
}
