import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Dialog } from '../../../ui/layout/dialog.tsx'
import type { StoredFile } from '../../../stored-files/storage-calls.ts'
import styles from './browse.module.css'
import { FileActions } from './file-actions.tsx'
import { shownNameOf } from '../place.ts'
import type { TransferKind } from '../transfer/transfer-form.ts'
import { rowFacts } from '../listing/rows.ts'
import type { PreviewAddress } from './use-dialog.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { previewOf } from './preview-kind.ts'
import { PreviewMedia } from './preview-media.tsx'
import { problemText } from '../problem-text.ts'

type PreviewProps = { file: StoredFile; address: PreviewAddress | undefined; onRenew: () => Promise<void> }

/** A stored file as a browser can show it, directly from the store. */
const Preview = ({ file, address, onRenew }: PreviewProps) => {
  const t = useTranslate()
  const preview = previewOf(file.key)
  if (!address) return <Spinner label={t('common.loading')} />
  if (!address.ok) return <p role="alert">{problemText(address.error, t)}</p>
  if (!preview || address.value === undefined) return <p>{t('files.browse.noPreview')}</p>
  const label = t('files.browse.preview', { name: shownNameOf(file.key) })
  return <PreviewMedia kind={preview.kind} address={address.value} {...{ label, onRenew }} />
}

type Props = {
  open: { file: StoredFile; address?: PreviewAddress } | undefined
  /** False for files of other coaches, which can only be downloaded and copied. */
  mayChange: boolean
  onClose: () => void
  onRenew: (file: StoredFile) => Promise<void>
  onDelete: () => void
  onDownload: () => void
  onTransfer: (kind: TransferKind) => void
}

/** One file: its preview, its details, and all actions on it. */
export const PreviewDialog = ({ open, mayChange, ...on }: Props) => {
  const { onClose, onRenew, onDelete, onDownload, onTransfer } = on
  const t = useTranslate()
  const { code } = useLocale()
  const name = shownNameOf(open?.file.key ?? '')
  return (
    <Dialog open={open !== undefined} onClose={onClose} title={name}>
      {open && (
        <>
          <Preview file={open.file} address={open.address} onRenew={() => onRenew(open.file)} />
          <p className={styles.hint}>
            {t(
              'files.stored.facts',
              rowFacts({ kind: 'file', key: open.file.key, name, file: open.file }, t, code),
            )}
          </p>
          <FileActions {...{ mayChange, onDownload, onTransfer, onDelete }} isOne />
        </>
      )}
    </Dialog>
  )
}
