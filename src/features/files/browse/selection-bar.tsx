import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './sticky-bar.module.css'
import { transfersOf, type TransferKind } from './transfer/transfer-form.ts'

type Keys = readonly string[]
type Props = {
  keys: Keys
  /** The files of others can be downloaded and copied. */
  mayChange: boolean
  /** A download is beginning. */
  busy: boolean
  onClear: () => void
  onDelete: (keys: Keys) => void
  onDownload: (keys: Keys) => void
  onTransfer: (kind: TransferKind, keys: Keys) => void
}

const Buttons = ({ keys, mayChange, busy, onDelete, onDownload, onTransfer }: Omit<Props, 'onClear'>) => {
  const t = useTranslate()
  const transfers = transfersOf({ mayChange, isOne: keys.length === 1 })
  return (
    <fieldset aria-label={t('files.browse.actions')} className={styles.barButtons}>
      <Button variant="secondary" busy={busy} onClick={() => onDownload(keys)}>
        {t('files.browse.download')}
      </Button>
      {transfers.map((kind) => (
        <Button key={kind} variant="secondary" onClick={() => onTransfer(kind, keys)}>
          {t(`files.browse.${kind}`)}
        </Button>
      ))}
      {mayChange && (
        <Button variant="danger" onClick={() => onDelete(keys)}>
          {t('files.browse.delete')}
        </Button>
      )}
    </fieldset>
  )
}

/** What can be done with the chosen files; it stays in sight while the list is scrolled. */
export const SelectionBar = ({ onClear, ...props }: Props) => {
  const t = useTranslate()
  const count = props.keys.length
  return (
    <div className={count > 0 ? styles.bar : styles.noBar}>
      <output className={styles.barText}>{count > 0 && t('files.browse.selected', { count })}</output>
      {count > 0 && (
        <>
          <Button variant="quiet" onClick={onClear}>
            {t('files.browse.clear')}
          </Button>
          <Buttons {...props} />
        </>
      )}
    </div>
  )
}
