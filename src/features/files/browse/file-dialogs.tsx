import { PreviewDialog } from './preview-dialog.tsx'
import { TransferDialog } from '../transfer/transfer-dialog.tsx'
import type { Folder, FolderProps } from './use-folder.ts'

/** The dialogs of a folder. They stay mounted while closed, so that the focus returns to its place. */
export const FileDialogs = ({
  storage,
  customer,
  place,
  deletions,
  folder,
}: FolderProps & { folder: Folder }) => {
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
