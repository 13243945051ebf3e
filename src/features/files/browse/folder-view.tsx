import { useTranslate } from '../../../i18n/use-translate.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import styles from './browse.module.css'
import { PreviewDialog } from './preview-dialog.tsx'
import { TransferDialog } from '../transfer/transfer-dialog.tsx'
import { FileGrid } from '../grid/file-grid.tsx'
import { ListControls } from '../listing/list-controls.tsx'
import { noSelection, toggleAll } from '../grid/selection.ts'
import { SelectionBar, UndoBar } from './sticky-bars.tsx'
import { useFolder, type FolderProps, type Folder } from './use-folder.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { SignInAgain } from '../sign-in-again.tsx'
import { problemText } from '../problem-text.ts'
import type { Listing } from '../listing/use-listing.ts'

type NoticeProps = { listing: Listing; offline: boolean }

/**
 * Explains why a list is missing, or is this device's last copy. Without a connection there is nothing to
 * retry.
 */
const ListingNotice = ({ listing: { problem, pages, isFetching, retry }, offline }: NoticeProps) => {
  const t = useTranslate()
  if (!problem) return null
  if (offline) {
    const text = pages > 0 ? 'files.browse.offlineCopy' : 'files.browse.offline'
    return (
      <Notice tone="info">
        <p>{t(text)}</p>
      </Notice>
    )
  }
  const reason = problemText(problem, t)
  return (
    <Notice tone={pages > 0 ? 'warning' : 'error'}>
      <p>{pages > 0 ? t('files.browse.savedCopy', { reason }) : reason}</p>
      <Stack row gap="s">
        {problem.kind === 'sign-in-needed' && <SignInAgain />}
        <Button variant="secondary" busy={isFetching} onClick={retry}>
          {t('common.retry')}
        </Button>
      </Stack>
    </Notice>
  )
}

/** Explains why there are no rows: the folder is empty, or no name matches the search. */
const NoRows = ({ text, isWhole }: { text: string; isWhole: boolean }) => {
  const t = useTranslate()
  if (text !== '') return <p className={styles.hint}>{t('files.browse.noMatch', { text })}</p>
  if (!isWhole) return null
  return (
    <EmptyState title={t('files.stored.emptyTitle')} picture="files">
      <p>{t('files.stored.emptyBody')}</p>
    </EmptyState>
  )
}

/** The dialogs of a folder. They stay mounted while closed, so that the focus returns to its place. */
const FileDialogs = ({ storage, customer, place, deletions, folder }: FolderProps & { folder: Folder }) => {
  const { dialog, setDialog, preview } = folder.dialogs
  const { onDelete, onDownload } = folder.actions
  const open = dialog?.kind === 'preview' ? dialog : undefined
  const transfer = dialog && dialog.kind !== 'preview' ? dialog : undefined
  const folders = folder.shown.rows.flatMap((row) => (row.kind === 'folder' ? [row.key] : []))
  const keys = open ? [open.file.key] : []
  const close = () => setDialog(undefined)
  /** Runs `then` later: while a dialog is open, nothing outside it can take the focus. */
  const closeAnd = (then: () => void) => {
    close()
    setTimeout(then)
  }
  return (
    <>
      <PreviewDialog
        open={open}
        mayChange={folder.mayChange}
        onClose={close}
        onRenew={preview}
        onDelete={() => closeAnd(() => onDelete(keys))}
        onDownload={() => onDownload(keys)}
        onTransfer={(kind) => setDialog({ kind, keys })}
      />
      <TransferDialog
        {...{ storage, customer, place, folders, transfer }}
        makeRoom={deletions.makeRoom}
        onClose={close}
        onDone={(done) => closeAnd(() => folder.transferred(done))}
      />
    </>
  )
}

export type FolderViewProps = FolderProps & {
  /** Whether the server cannot be reached at the moment. */
  offline: boolean
  /** Whether pictures may be fetched: neither the coach nor the device is saving data. */
  mayFetch: boolean
}

export const FolderView = ({ offline, mayFetch, ...props }: FolderViewProps) => {
  const t = useTranslate()
  const { storage, customer, place, deletions } = props
  const folder = useFolder(props)
  const { shown, dialogs, setSelection, actions } = folder
  const { listing, rows, text } = shown

  if (listing.isPending && !listing.problem) return <Skeleton rows={5} label={t('files.stored.loading')} />
  return (
    <>
      <ListingNotice {...{ listing, offline }} />
      {listing.rows.length > 0 && <ListControls {...shown} />}
      {rows.length === 0 ? (
        <NoRows text={text} isWhole={listing.isWhole} />
      ) : (
        <FileGrid
          {...{ rows, place, ...actions }}
          pictures={mayFetch ? { storage, customer } : undefined}
          selection={folder.selection}
          active={folder.active}
          isWhole={listing.isWhole}
          onSelect={setSelection}
          onOpen={folder.open}
          onRename={(key) => folder.mayChange && dialogs.setDialog({ kind: 'rename', keys: [key] })}
          onEnd={listing.loadMore}
        />
      )}
      <SelectionBar
        {...actions}
        keys={folder.chosen}
        onAll={() => setSelection(toggleAll(noSelection, rows))}
        isAll={folder.chosen.length === rows.filter(({ kind }) => kind === 'file').length}
        mayChange={folder.mayChange}
        busy={folder.downloading}
        onClear={folder.clear}
        onTransfer={(kind, keys) => dialogs.setDialog({ kind, keys })}
      />
      <UndoBar
        waiting={deletions.waiting}
        onUndo={folder.undo}
        onHold={deletions.hold}
        claimFocus={folder.claimUndoFocus}
        onLostFocus={folder.focusList}
      />
      <FileDialogs {...props} folder={folder} />
    </>
  )
}
