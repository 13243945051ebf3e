import { memo, useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { isFinal, needsPerson } from '../../../uploads/task.ts'
import styles from '../files.module.css'
import { UploadButtons, type UploadRowProps } from './upload-buttons.tsx'
import { copyText, progressText, stateText } from '../upload-text.ts'

/** Calls back when a row leaves the page, or its place on it, with the focus in it. */
const useLeavingFocus = (onLeave: () => void): RefObject<HTMLLIElement | null> => {
  const element = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const row = element.current
    return () => {
      if (!row?.contains(document.activeElement)) return
      // Afterwards: while a dialog of the row is open, nothing outside of it can take the focus.
      queueMicrotask(() => {
        if (!row.isConnected) onLeave()
      })
    }
  }, [onLeave])
  return element
}

/** One upload: what it is, how far it is, why it does not move, and what can be done. */
export const UploadRow = memo(({ task, waitUntil, ...actions }: UploadRowProps) => {
  const t = useTranslate()
  const { code } = useLocale()
  const { name, size, sentBytes, status } = task
  const row = useLeavingFocus(actions.onLeave)
  const copyNote = copyText(task, t, code)
  return (
    <li ref={row} className={classNames(styles.row, isFinal(status) && styles.done)}>
      <div className={styles.facts}>
        <p className={styles.name}>{name}</p>
        <p className={styles.hint}>{progressText(task, t, code)}</p>
      </div>
      {!isFinal(status) && (
        <Progress value={sentBytes} max={Math.max(1, size)} label={t('files.progressOf', { name })} />
      )}
      <div className={styles.facts}>
        <p className={classNames(styles.state, needsPerson(status) && styles.alarming)}>
          {stateText(task, { t, locale: code, waitUntil })}
        </p>
        {copyNote !== undefined && <p className={styles.hint}>{copyNote}</p>}
      </div>
      <UploadButtons task={task} {...actions} />
    </li>
  )
})
UploadRow.displayName = 'UploadRow'
