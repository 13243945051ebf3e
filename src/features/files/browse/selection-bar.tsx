import { useRef } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import { FileActions } from './file-actions.tsx'
import styles from './sticky-bar.module.css'
import type { TransferKind } from './transfer/transfer-form.ts'

type Keys = readonly string[]
type Props = {
  keys: Keys
  /** The files of others can be downloaded and copied. */
  mayChange: boolean
  /** A download is beginning. */
  busy: boolean
  onClear: () => void
  /** Every file of the list is chosen. */
  isAll: boolean
  onAll: () => void
  onDelete: (keys: Keys) => void
  onDownload: (keys: Keys) => void
  onTransfer: (kind: TransferKind, keys: Keys) => void
}

/** What can be done with the chosen files; it stays in sight while the list is scrolled. */
export const SelectionBar = ({ keys, mayChange, busy, isAll, onClear, onAll, ...on }: Props) => {
  const t = useTranslate()
  const clear = useRef<HTMLButtonElement>(null)
  const count = keys.length
  return (
    <div className={count > 0 ? styles.bar : styles.noBar}>
      <output className={styles.barText}>{count > 0 && t('files.browse.selected', { count })}</output>
      {count > 0 && (
        <>
          {!isAll && (
            <Button
              variant="quiet"
              className={styles.all}
              onClick={() => {
                onAll()
                // The button goes once everything is selected, and would take the focus along.
                clear.current?.focus()
              }}
            >
              {t('files.browse.selectAll')}
            </Button>
          )}
          <Button ref={clear} variant="quiet" onClick={onClear}>
            {t('files.browse.clear')}
          </Button>
          <fieldset aria-label={t('files.browse.actions')} className={styles.barButtons}>
            <FileActions
              {...{ mayChange, busy }}
              isOne={count === 1}
              onDownload={() => on.onDownload(keys)}
              onTransfer={(kind) => on.onTransfer(kind, keys)}
              onDelete={() => on.onDelete(keys)}
            />
          </fieldset>
        </>
      )}
    </div>
  )
}
