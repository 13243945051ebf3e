import { useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { sleep } from '../../../lib/async/sleep.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import type { StorageCalls, StorageLocation, StorageProblem } from '../../../stored-files/storage-calls.ts'
import { locationOf, shownNameOf, type Place } from '../place.ts'
import { problemText } from '../problem-text.ts'
import { ok, type Result } from '../../../lib/result.ts'

/**
 * Lets the browser save a stored file: it streams to the disk and never through the app's memory. The file is
 * requested first, because a failed link would replace the app with an error page.
 */
const download = async (
  storage: StorageCalls,
  object: StorageLocation & { key: string },
): Promise<Result<void, StorageProblem>> => {
  const found = await storage.head(object)
  if (!found.ok) return found
  const address = await storage.presignedGet({ ...object, download: true })
  if (!address.ok) return address
  const link = document.createElement('a')
  link.href = address.value
  link.download = ''
  link.click()
  return ok(undefined)
}

/**
 * ms between two downloads: a browser that has not started the first download would drop it for the second.
 */
const pause = 1000

/** Saves files one after the other. A browser asks once whether a page may save several files. */
export const useDownload = (storage: StorageCalls, { level }: Place) => {
  const t = useTranslate()
  const [downloading, setDownloading] = useState(false)
  return {
    downloading,
    download: async (keys: readonly string[]) => {
      setDownloading(true)
      for (const [index, key] of keys.entries()) {
        if (index > 0) await sleep(pause)
        const begun = await download(storage, { ...locationOf(level), key })
        if (!begun.ok)
          notify.error(
            t('files.browse.notDone', { name: shownNameOf(key), reason: problemText(begun.error, t) }),
          )
      }
      setDownloading(false)
    },
  }
}
