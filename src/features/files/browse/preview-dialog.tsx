import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Dialog } from '../../../ui/layout/dialog.tsx'
import type { StoredFile } from '../../../stored-files/storage-calls.ts'
import styles from './browse.module.css'
import { FileActions } from './file-actions.tsx'
import { getShownName } from '../place.ts'
import type { TransferKind } from '../transfer/transfer-form.ts'
import { rowFacts } from '../listing/rows.ts'
import type { PreviewUrl } from './use-dialog.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { findPreview } from './preview-kind.ts'
import { PreviewMedia } from './preview-media.tsx'
import { problemText } from '../problem-text.ts'

type PreviewProps = { file: StoredFile; url: PreviewUrl | undefined; onRenew: () => Promise<void> }

/** A stored file as a browser can show it, directly from the object store. */
const Preview = ({ file, url, onRenew }: PreviewProps) => {
  const t = useTranslate()
  const preview = findPreview(file.key)
  if (!url) return <Spinner label={t('common.loading')} />
  if (!url.ok) return <p role="alert">{problemText(url.error, t)}</p>
  if (!preview || url.value === undefined) return <p>{t('files.browse.noPreview')}</p>
  const label = t('files.browse.preview', { name: getShownName(file.key) })
  return <PreviewMedia kind={preview.kind} url={url.value} label={label} onRenew={onRenew} />
}

type Props = {
  /** The file on screen, and the URL of its preview once there is one; undefined while the dialog is closed. */
  content: { file: StoredFile; url?: PreviewUrl } | undefined
  /** False for files of other coaches, which can only be downloaded and copied. */
  mayChange: boolean
  onClose: () => void
  onRenew: (file: StoredFile) => Promise<void>
  onDelete: () => void
  onDownload: () => void
  onTransfer: (kind: TransferKind) => void
}

/** One file: its preview, its details, and all actions on it. */
export const PreviewDialog = ({
  content,
  mayChange,
  onClose,
  onRenew,
  onDelete,
  onDownload,
  onTransfer,
}: Props) => {
  const t = useTranslate()
  const { code } = useLocale()
  const name = getShownName(content?.file.key ?? '')
  return (
    <Dialog open={content !== undefined} onClose={onClose} title={name}>
      {content && (
        <>
          <Preview file={content.file} url={content.url} onRenew={() => onRenew(content.file)} />
          <p className={styles.hint}>
            {t(
              'files.stored.facts',
              rowFacts({ kind: 'file', key: content.file.key, name, file: content.file }, t, code),
            )}
          </p>
          <FileActions
            isSingle
            mayChange={mayChange}
            onDownload={onDownload}
            onTransfer={onTransfer}
            onDelete={onDelete}
          />
        </>
      )}
    </Dialog>
  )
}
