import type { StorageCalls, StoredFile } from '../../../uploads/storage-calls.ts'
import type { Place } from './place.ts'
import type { DeletionStore } from '../../../deletions/deletions.ts'
import { PreviewDialog } from './preview/preview-dialog.tsx'
import type { Row } from './listing/rows.ts'
import { TransferDialog } from './transfer/transfer-dialog.tsx'
import type { Transfer } from './transfer/transfer.ts'
import type { OpenDialog } from './use-dialog.ts'

type Keys = readonly string[]

type Props = {
  storage: StorageCalls
  customer: string
  place: Place
  rows: readonly Row[]
  dialog: OpenDialog | undefined
  setDialog: (dialog: OpenDialog | undefined) => void
  /** Opens a file, or gets its address anew. */
  preview: (file: StoredFile) => Promise<void>
  onDelete: (keys: Keys) => void
  onDownload: (keys: Keys) => void
  makeRoom: DeletionStore['makeRoom']
  onDone: (done: Transfer) => void
}

/** The dialogs of a folder. They stay on the page while closed, so that the focus goes back to where it was. */
export const FileDialogs = (props: Props) => {
  const { storage, customer, place, rows, dialog, setDialog, makeRoom } = props
  const { preview, onDelete, onDownload, onDone } = props
  const open = dialog?.kind === 'preview' ? dialog : undefined
  const transfer = dialog && dialog.kind !== 'preview' ? dialog : undefined
  const folders = rows.flatMap((row) => (row.kind === 'folder' ? [row.key] : []))
  const keys = open ? [open.file.key] : []
  const close = () => setDialog(undefined)
  /** Afterwards: while a dialog is open, nothing outside of it can take the focus. */
  const closeAnd = (then: () => void) => {
    close()
    setTimeout(then)
  }
  return (
    <>
      <PreviewDialog
        open={open}
        onClose={close}
        onRenew={preview}
        onDelete={() => closeAnd(() => onDelete(keys))}
        onDownload={() => onDownload(keys)}
        onTransfer={(kind) => setDialog({ kind, keys })}
      />
      <TransferDialog
        {...{ storage, customer, place, folders, transfer, makeRoom }}
        onClose={close}
        onDone={(done) => closeAnd(() => onDone(done))}
      />
    </>
  )
}
