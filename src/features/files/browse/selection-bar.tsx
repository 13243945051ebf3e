import { useRef } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import { FileActions } from './file-actions.tsx'
import styles from './sticky-bar.module.css'
import type { TransferKind } from '../transfer/transfer-form.ts'

type Keys = readonly string[]
type Props = {
  keys: Keys
  /** False for files of other coaches, which can only be downloaded and copied. */
  mayChange: boolean
  /** A download is starting. */
  busy: boolean
  onClear: () => void
  /** Every file of the list is selected. */
  isAll: boolean
  onAll: () => void
  onDelete: (keys: Keys) => void
  onDownload: (keys: Keys) => void
  onTransfer: (kind: TransferKind, keys: Keys) => void
}

/** The actions on the selected files; the bar stays visible while the list scrolls. */
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
                // The button disappears once everything is selected, and would lose the focus.
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
