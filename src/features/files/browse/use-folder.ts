import { useRef, useState } from 'react'
import type { StorageCalls, StorageLocation, StorageProblem } from '../../../stored-files/storage-calls.ts'
import { isSamePlace, levelOf, locationOf, shownNameOf, type Place } from '../place.ts'
import type { Row } from '../listing/rows.ts'
import { chosenOf, noSelection } from '../grid/selection.ts'
import { destinationOf, type Transfer } from '../transfer/transfer.ts'
import { useActiveCell } from '../grid/use-active-cell.ts'
import type { useDeletions } from './use-deletions.ts'
import { useDialog } from './use-dialog.ts'
import { useShownRows } from '../listing/use-shown-rows.ts'
import type { PendingDeletion } from '../../../stored-files/deletions/deletion-records.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { sleep } from '../../../lib/async/sleep.ts'
import { notify } from '../../../ui/feedback/notify.ts'
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
const useDownload = (storage: StorageCalls, { level }: Place) => {
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

/** The files with these keys that are on the list now. */
export const pendingDeletionsOf = (
  rows: readonly Row[],
  keys: readonly string[],
  { level: view }: Place,
): PendingDeletion[] => {
  const level = levelOf(view)
  const wanted = new Set(keys)
  return rows.flatMap((row) => {
    if (row.kind === 'folder' || !wanted.has(row.key)) return []
    const { eTag } = row.file
    return [{ level, key: row.key, ...(eTag !== undefined && { eTag }) }]
  })
}

export type FolderProps = {
  storage: StorageCalls
  customer: string
  place: Place
  deletions: ReturnType<typeof useDeletions>
  /** Files are no longer where their uploads stored them. */
  onGone: (keys: readonly string[]) => void
  onGo: (place: Place) => void
}

/** The state of a folder: its rows, the selection, the open dialog, and the actions. */
export const useFolder = ({ storage, customer, place, deletions, onGone, onGo }: FolderProps) => {
  const shown = useShownRows({ storage, customer, place, deletions })
  const { rows } = shown
  const [selection, setSelection] = useState(noSelection)
  const dialogs = useDialog(storage, place)
  const active = useActiveCell(rows)
  const { download, downloading } = useDownload(storage, place)
  const undoWanted = useRef(false)
  const mayChange = place.level !== 'everyone'
  return {
    shown,
    /** Only their owner can change files. */
    mayChange,
    selection,
    setSelection,
    chosen: chosenOf(selection, rows),
    active,
    dialogs,
    downloading,
    /** The actions on files, for all buttons. */
    actions: {
      onDownload: (keys: readonly string[]) => void download(keys),
      onDelete: (keys: readonly string[]) => {
        if (!mayChange) return
        const pending = pendingDeletionsOf(rows, keys, place)
        undoWanted.current = pending.length > 0
        deletions.add(pending)
        onGone(keys)
        setSelection(noSelection)
      },
    },
    /** Clears the selection. The button for it disappears, so the focus moves to the list. */
    clear: () => {
      setSelection(noSelection)
      active.focus(active.index, 'name')
    },
    /** After a transfer, moves the focus to the file at its new place, or to the row beside its old place. */
    transferred: (done: Transfer) => {
      const [key = ''] = done.keys
      setSelection(noSelection)
      if (done.kind === 'move') onGone(done.keys)
      if (isSamePlace(done.to, place)) active.focusKey(destinationOf(done, key))
      else if (done.kind === 'move') active.focusBeside(done.keys)
      // The button that had the focus disappears with the selection.
      else active.focus(active.index, 'name')
    },
    /** Whether the Undo button should take the focus; true only once. */
    claimUndoFocus: () => {
      const isWanted = undoWanted.current
      undoWanted.current = false
      return isWanted
    },
    /** Moves the focus back to its last place in the list. */
    focusList: () => active.focus(active.index, 'name'),
    undo: () => {
      const [first] = deletions.undo()
      if (first) active.focusKey(first.key)
    },
    open: (row: Row) => {
      if (row.kind === 'folder') onGo({ ...place, folder: row.key })
      else void dialogs.preview(row.file)
    },
  }
}

export type Folder = ReturnType<typeof useFolder>
