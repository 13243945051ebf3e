import { useRef, useState } from 'react'
import type {
  StorageCalls,
  StorageLocation,
  StorageCallFailure,
} from '../../../stored-files/storage-calls.ts'
import type { PendingDeletion } from '../../../stored-files/deletions/deletion-records.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { sleep } from '../../../lib/async/sleep.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { ok, type Result } from '../../../lib/result.ts'
import { getShownName } from '../file-names.ts'
import { isSameLocation, toLevel, toStorageLocation, type FolderLocation } from '../folder-location.ts'
import type { Row } from '../listing/rows.ts'
import { noSelection, listSelectedKeys } from '../grid/selection.ts'
import { toDestinationKey, type Transfer } from '../transfer/transfer.ts'
import { useActiveCell } from '../grid/use-active-cell.ts'
import { useShownRows } from '../listing/use-shown-rows.ts'
import { formatStorageFailure } from '../storage-failure-text.ts'
import type { useDeletions } from './use-deletions.ts'
import { useDialog } from './use-dialog.ts'

/**
 * Lets the browser save a stored file, so that a large file does not fill the app's memory. Its metadata is
 * requested first, because following a link that fails would replace the app with an error page.
 */
const download = async (
  storage: StorageCalls,
  object: StorageLocation & { key: string },
): Promise<Result<void, StorageCallFailure>> => {
  const metadata = await storage.head(object)
  if (!metadata.ok) return metadata
  const urlResult = await storage.presignedGet({ ...object, download: true })
  if (!urlResult.ok) return urlResult
  const link = document.createElement('a')
  link.href = urlResult.value
  // Empty, because the response contains the name of the file.
  link.download = ''
  link.click()
  return ok(undefined)
}

/**
 * The time between two downloads. A second download that begins too early replaces the first one, which the
 * browser has not started yet.
 */
const downloadIntervalMs = 1000

/**
 * Downloads files one after the other, and reports failures. The browser asks only once whether the page may
 * download several files.
 */
const useDownload = (storage: StorageCalls, { level }: FolderLocation) => {
  const t = useTranslate()
  const [isDownloading, setIsDownloading] = useState(false)
  return {
    isDownloading,
    download: async (keys: readonly string[]) => {
      setIsDownloading(true)
      for (const [index, key] of keys.entries()) {
        if (index > 0) await sleep(downloadIntervalMs)
        const result = await download(storage, { ...toStorageLocation(level), key })
        if (result.ok) continue
        const reason = formatStorageFailure(result.error, t)
        notify.error(t('files.browse.notDone', { name: getShownName(key), reason }))
      }
      setIsDownloading(false)
    },
  }
}

/**
 * Returns the deletions to add for the files with these keys. Skips files that have left the list. The ETag
 * shows later whether a file has been replaced.
 */
export const createPendingDeletions = (
  rows: readonly Row[],
  keys: readonly string[],
  location: FolderLocation,
): PendingDeletion[] => {
  const level = toLevel(location.level)
  const keysToDelete = new Set(keys)
  return rows.flatMap((row) => {
    if (row.kind === 'folder' || !keysToDelete.has(row.key)) return []
    const { eTag } = row.file
    return [{ level, key: row.key, ...(eTag !== undefined && { eTag }) }]
  })
}

export type FolderProps = {
  storage: StorageCalls
  customer: string
  location: FolderLocation
  deletions: ReturnType<typeof useDeletions>
  /** Called when files were deleted or moved, so that the uploads that stored them there can be dismissed. */
  onFilesRemoved: (keys: readonly string[]) => void
  onNavigate: (location: FolderLocation) => void
}

/** Provides the state of a folder: its rows, the selection, the open dialog, and the actions. */
export const useFolder = ({
  storage,
  customer,
  location,
  deletions,
  onFilesRemoved,
  onNavigate,
}: FolderProps) => {
  const shownRows = useShownRows({ storage, customer, location, deletions })
  const { rows } = shownRows
  const [selection, setSelection] = useState(noSelection)
  const dialogs = useDialog(storage, location)
  const activeCell = useActiveCell(rows)
  const { download, isDownloading } = useDownload(storage, location)
  /** Whether the Undo button should take the focus when it appears. */
  const shouldFocusUndo = useRef(false)
  // The view `everyone` contains the files of all coaches, and a file can be changed only by its owner.
  const canChange = location.level !== 'everyone'
  /** Moves the focus back to the row where it was last. */
  const focusList = () => activeCell.focus(activeCell.index, 'name')
  return {
    shownRows,
    canChange,
    selection,
    setSelection,
    selectedKeys: listSelectedKeys(selection, rows),
    activeCell,
    dialogs,
    isDownloading,
    /** The actions on files, for all buttons. */
    actions: {
      onDownload: (keys: readonly string[]) => void download(keys),
      onDelete: (keys: readonly string[]) => {
        if (!canChange) return
        const pendingDeletions = createPendingDeletions(rows, keys, location)
        shouldFocusUndo.current = pendingDeletions.length > 0
        deletions.add(pendingDeletions)
        onFilesRemoved(keys)
        setSelection(noSelection)
      },
    },
    /** Clears the selection. The button for it disappears, so the focus moves to the list. */
    clearSelection: () => {
      setSelection(noSelection)
      focusList()
    },
    /** Updates the selection and the focus after a transfer. */
    onTransferred: (transfer: Transfer) => {
      const { kind, keys, to } = transfer
      const [firstKey = ''] = keys
      setSelection(noSelection)
      if (kind === 'move') onFilesRemoved(keys)
      // Within the same folder, a transfer gives a single file another name.
      if (isSameLocation(to, location)) activeCell.focusKey(toDestinationKey(transfer, firstKey))
      // The files have left this list.
      else if (kind === 'move') activeCell.focusBeside(keys)
      // The files were copied to another list. The button that had the focus disappears with the selection.
      else focusList()
    },
    /** Whether the Undo button should take the focus; true only once. */
    claimUndoFocus: () => {
      const isClaimed = shouldFocusUndo.current
      shouldFocusUndo.current = false
      return isClaimed
    },
    focusList,
    /** Moves the focus to the file that the preview showed last, which may not be the file opened first. */
    focusFile: (key: string) =>
      activeCell.focus(
        rows.findIndex((row) => row.key === key),
        'name',
      ),
    /** Undoes the pending deletions, and moves the focus to the first of their files. */
    undo: () => {
      const [firstDeletion] = deletions.undo()
      if (firstDeletion) activeCell.focusKey(firstDeletion.key)
    },
    open: (row: Row) => {
      if (row.kind === 'folder') onNavigate({ ...location, folder: row.key })
      else void dialogs.preview(row.file)
    },
  }
}

export type Folder = ReturnType<typeof useFolder>
