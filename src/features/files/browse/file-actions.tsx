import { useTranslate } from '../../../i18n/use-translate.ts'
import { IconButton } from '../icon.tsx'
import { getPossibleTransfers, type TransferKind } from '../transfer/transfer-form.ts'
import styles from './file-actions.module.css'

type Props = {
  /** False for files of other coaches, which can only be downloaded and copied. */
  canChange: boolean
  /** Whether the actions are for one file. */
  isSingle: boolean
  /** Whether a download is starting. */
  busy?: boolean
  onDownload: () => void
  onTransfer: (kind: TransferKind) => void
  onDelete: () => void
}

/** All actions on stored files, in one row on a phone; deletion comes last. */
export const FileActions = ({
  canChange,
  isSingle,
  busy = false,
  onDownload,
  onTransfer,
  onDelete,
}: Props) => {
  const t = useTranslate()
  // The name of each action is also the name of its icon.
  const actions = [
    { kind: 'download', onClick: onDownload, busy },
    ...getPossibleTransfers({ canChange, isSingle }).map((kind) => ({
      kind,
      onClick: () => onTransfer(kind),
      busy: false,
    })),
    ...(canChange ? [{ kind: 'delete', onClick: onDelete, busy: false } as const] : []),
  ] as const
  return (
    <div className={styles.actions}>
      {actions.map(({ kind, ...button }) => (
        <IconButton key={kind} icon={kind} label={t(`files.browse.${kind}`)} {...button} />
      ))}
    </div>
  )
}
