import type { ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './file-actions.module.css'
import { possibleTransfers, type TransferKind } from '../transfer/transfer-form.ts'

const icons: Record<'download' | TransferKind | 'delete', ReactNode> = {
  download: <path d="M12 4v11m0 0-4-4m4 4 4-4M5 19.5h14" />,
  rename: <path d="M4.5 19.5l1-4L16 5l3 3L8.5 18.5z" />,
  copy: <path d="M9 9h10v10.5H9zM5.5 15V4.5H15" />,
  move: (
    <path d="M3 6.5A1.5 1.5 0 0 1 4.5 5h4.6l2 2.3h8.4A1.5 1.5 0 0 1 21 8.8v8.7a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5zM8.5 13h7m0 0L13 10.5m2.5 2.5L13 15.5" />
  ),
  delete: <path d="M5 7h14M10 7V4.5h4V7m-7.5 0 .8 12.5h9.4L17.5 7m-7.3 3.5V16m3.6-5.5V16" />,
}

type Props = {
  /** False for files of other coaches, which can only be downloaded and copied. */
  mayChange: boolean
  /** The actions are for one file. */
  isSingle: boolean
  /** A download is starting. */
  busy?: boolean
  onDownload: () => void
  onTransfer: (kind: TransferKind) => void
  onDelete: () => void
}

/** All actions on stored files, in one row on a phone; deletion comes last. */
export const FileActions = ({
  mayChange,
  isSingle,
  busy = false,
  onDownload,
  onTransfer,
  onDelete,
}: Props) => {
  const t = useTranslate()
  const actions = [
    { kind: 'download', onClick: onDownload, busy },
    ...possibleTransfers({ mayChange, isSingle }).map((kind) => ({
      kind,
      onClick: () => onTransfer(kind),
      busy: false,
    })),
    ...(mayChange ? [{ kind: 'delete', onClick: onDelete, busy: false } as const] : []),
  ] as const
  return (
    <div className={styles.actions}>
      {actions.map((action) => (
        <Button
          key={action.kind}
          variant="quiet"
          className={styles.action}
          busy={action.busy}
          onClick={action.onClick}
        >
          {!action.busy && (
            <svg viewBox="0 0 24 24" width="24" height="24" className={styles.sign} aria-hidden="true">
              {icons[action.kind]}
            </svg>
          )}
          <span>{t(`files.browse.${action.kind}`)}</span>
        </Button>
      ))}
    </div>
  )
}
