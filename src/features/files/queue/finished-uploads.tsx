import { useId, useState, type ComponentProps } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import styles from '../files.module.css'
import { UploadList } from './upload-list.tsx'

/**
 * The finished uploads, the latest one first. Several are one line with their number, which removes them all
 * and shows them on request. A single upload is a row with its own button.
 */
export const FinishedUploads = (props: Omit<ComponentProps<typeof UploadList>, 'isQueue'>) => {
  const t = useTranslate()
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { tasks, uploads, onLeave } = props
  const count = tasks.length
  if (count < 2) return <UploadList {...props} />
  const areAllSent = tasks.every(({ status }) => status.state === 'COMPLETED')
  return (
    <>
      <div className={classNames(styles.row, styles.finished)}>
        <p className={styles.name}>
          <span>{t(areAllSent ? 'files.sent' : 'files.finished', { count })}</span>
          {areAllSent && <span aria-hidden="true"> ✓</span>}
        </p>
        <div className={styles.commands}>
          <Button
            variant="quiet"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('common.details')}
          </Button>
          <Button
            variant="quiet"
            aria-label={t('files.clearFinished')}
            onClick={() => {
              onLeave()
              void uploads.dismiss(tasks.map(({ id }) => id))
            }}
          >
            {t('files.button.clear')}
          </Button>
        </div>
      </div>
      {isOpen && (
        <div id={listId}>
          <UploadList {...props} />
        </div>
      )}
    </>
  )
}
