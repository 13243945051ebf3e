import { useTranslate } from '../../../i18n/use-translate.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FilesPicture, OfflinePicture } from '../../../ui/pictures/illustration.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { TransferDialog } from '../transfer/transfer-dialog.tsx'
import { FileGrid } from '../grid/file-grid.tsx'
import { ListControls } from '../listing/list-controls.tsx'
import { selectAll } from '../grid/selection.ts'
import { SignInAgain } from '../sign-in-again.tsx'
import { formatStorageFailure } from '../storage-failure-text.ts'
import type { Listing } from '../listing/use-listing.ts'
import styles from './browse.module.css'
import { PreviewDialog } from './preview-dialog.tsx'
import { SelectionBar, UndoBar } from './sticky-bars.tsx'
import { useFolder, type FolderProps, type Folder } from './use-folder.ts'

/** Shown if the list cannot be fetched and no copy of it is saved. Files can be added all the same. */
const NoListOffline = () => {
  const t = useTranslate()
  return (
    <EmptyState title={t('files.browse.offlineTitle')} picture={<OfflinePicture />}>
      <p>{t('files.browse.offline')}</p>
    </EmptyState>
  )
}

type NoticeProps = { listing: Listing; isOffline: boolean }

/**
 * Explains why there is no list, or why the list is an older copy saved on this device. Offers a retry only
 * if the server is reachable.
 */
const ListingNotice = ({ listing: { failure, pageCount, isFetching, retry }, isOffline }: NoticeProps) => {
  const t = useTranslate()
  if (!failure) return null
  const hasSavedCopy = pageCount > 0
  if (isOffline) {
    if (!hasSavedCopy) return <NoListOffline />
    return (
      <Notice tone="info">
        <p>{t('files.browse.offlineCopy')}</p>
      </Notice>
    )
  }
  const reason = formatStorageFailure(failure, t)
  return (
    <Notice tone={hasSavedCopy ? 'warning' : 'error'}>
      <p>{hasSavedCopy ? t('files.browse.savedCopy', { reason }) : reason}</p>
      <Stack row gap="s">
        {failure.kind === 'sign-in-needed' && <SignInAgain />}
        <Button variant="secondary" busy={isFetching} onClick={retry}>
          {t('common.retry')}
        </Button>
      </Stack>
    </Notice>
  )
}

type NoRowsProps = {
  /** Empty if the coach does not search. */
  searchText: string
  /** Whether the whole folder is loaded, with the files that were uploaded meanwhile. */
  isComplete: boolean
  emptyText: string
}

/** Explains why there are no rows: the folder is empty, or no name matches the search. */
const NoRows = ({ searchText, isComplete, emptyText }: NoRowsProps) => {
  const t = useTranslate()
  if (searchText !== '')
    return <p className={styles.hint}>{t('files.browse.noMatch', { text: searchText })}</p>
  if (!isComplete) return null
  return (
    <EmptyState title={t('files.stored.emptyTitle')} picture={<FilesPicture />}>
      <p>{emptyText}</p>
    </EmptyState>
  )
}

/**
 * The dialogs of a folder. They stay mounted while closed, because a dialog that closes returns the focus to
 * the element that had it before.
 */
const FileDialogs = ({
  storage,
  customer,
  location,
  deletions,
  folder,
}: FolderProps & { folder: Folder }) => {
  const { dialog, setDialog } = folder.dialogs
  const { onDelete, onDownload } = folder.actions
  const { rows } = folder.shownRows
  const files = rows.flatMap((row) => (row.kind === 'file' ? [row.file] : []))
  const folders = rows.flatMap((row) => (row.kind === 'folder' ? [row.key] : []))
  const preview = dialog?.kind === 'preview' ? dialog : undefined
  const previewKeys = preview ? [preview.file.key] : []
  const transfer = dialog && dialog.kind !== 'preview' ? dialog : undefined
  const close = () => setDialog(undefined)
  /**
   * Runs the action after the dialog has closed, because nothing outside an open dialog can take the focus.
   */
  const closeAndThen = (action: () => void) => {
    close()
    setTimeout(action)
  }
  return (
    <>
      <PreviewDialog
        content={preview}
        files={files}
        canChange={folder.canChange}
        onClose={() => (preview ? closeAndThen(() => folder.focusFile(preview.file.key)) : close())}
        onSelectFile={(file) => void folder.dialogs.preview(file)}
        onRenew={folder.dialogs.preview}
        onDelete={() => closeAndThen(() => onDelete(previewKeys))}
        onDownload={() => onDownload(previewKeys)}
        onTransfer={(kind) => setDialog({ kind, keys: previewKeys })}
      />
      <TransferDialog
        storage={storage}
        customer={customer}
        location={location}
        folders={folders}
        transfer={transfer}
        makeRoom={deletions.makeRoom}
        onClose={close}
        onDone={(completed) => closeAndThen(() => folder.onTransferred(completed))}
      />
    </>
  )
}

export type FolderViewProps = FolderProps & {
  /** Whether the server cannot be reached at the moment. */
  isOffline: boolean
  /** Whether thumbnails may be fetched: false while the coach or the device saves data. */
  canFetchThumbnails: boolean
  /** The text shown in an empty folder. */
  emptyText: string
  /** Whether an upload has stored a file in the folder, which the list may not contain yet. */
  hasNewFile: boolean
}

/** The content of a folder: its list, the actions on the list, and the dialogs. */
export const FolderView = ({
  isOffline,
  canFetchThumbnails,
  emptyText,
  hasNewFile,
  ...props
}: FolderViewProps) => {
  const t = useTranslate()
  const { storage, customer, location, deletions } = props
  const folder = useFolder(props)
  const { shownRows, dialogs, setSelection, actions } = folder
  const { listing, rows, searchText } = shownRows
  const fileCount = rows.filter(({ kind }) => kind === 'file').length

  if (listing.isPending && !listing.failure)
    return isOffline ? <NoListOffline /> : <Skeleton rows={5} label={t('files.stored.loading')} />
  return (
    <>
      <ListingNotice listing={listing} isOffline={isOffline} />
      {listing.rows.length > 0 && <ListControls {...shownRows} />}
      {rows.length === 0 ? (
        <NoRows
          searchText={searchText}
          isComplete={listing.isComplete && !hasNewFile}
          emptyText={emptyText}
        />
      ) : (
        <FileGrid
          rows={rows}
          location={location}
          imageSource={canFetchThumbnails ? { storage, customer } : undefined}
          selection={folder.selection}
          activeCell={folder.activeCell}
          isComplete={listing.isComplete}
          onSelect={setSelection}
          onOpen={folder.open}
          onRename={(key) => folder.canChange && dialogs.setDialog({ kind: 'rename', keys: [key] })}
          onDelete={actions.onDelete}
          onEnd={listing.loadMore}
        />
      )}
      <SelectionBar
        keys={folder.selectedKeys}
        isAllSelected={folder.selectedKeys.length === fileCount}
        canChange={folder.canChange}
        busy={folder.isDownloading}
        onSelectAll={() => setSelection(selectAll(rows))}
        onClear={folder.clearSelection}
        onDownload={actions.onDownload}
        onDelete={actions.onDelete}
        onTransfer={(kind, keys) => dialogs.setDialog({ kind, keys })}
      />
      <UndoBar
        pendingDeletions={deletions.waiting}
        onUndo={folder.undo}
        onHold={deletions.hold}
        claimFocus={folder.claimUndoFocus}
        onLostFocus={folder.focusList}
      />
      <FileDialogs {...props} folder={folder} />
    </>
  )
}
