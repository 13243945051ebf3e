import { memo } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import { useWords } from '../../i18n/use-words.ts'
import { classNames } from '../../ui/class-names.ts'
import { Progress } from '../../ui/progress.tsx'
import type { UploadClient } from '../../workers/upload/contract.ts'
import { isFinal, type UploadTask } from '../../workers/upload/task.ts'
import styles from './files.module.css'
import { UploadButtons } from './upload-buttons.tsx'
import { progressWords, stateWords } from './upload-words.ts'

/** Reasons that a person has to act on. */
const isAlarming = ({ status }: UploadTask): boolean =>
  status.state === 'PAUSED' && status.reason.kind !== 'you' && status.reason.kind !== 'offline'

type Props = { task: UploadTask; uploads: UploadClient; canBeFirst: boolean }

/** One upload: what it is, how far it is, why it does not move, and what can be done. */
export const UploadRow = memo(({ task, uploads, canBeFirst }: Props) => {
  const t = useWords()
  const { code } = useLocale()
  const { name, size, sentBytes, status } = task
  return (
    <li className={classNames(styles.row, isFinal(status) && styles.done)}>
      <div className={styles.facts}>
        <p className={styles.name}>{name}</p>
        <p className={styles.hint}>{progressWords(task, t, code)}</p>
      </div>
      {!isFinal(status) && (
        <Progress value={sentBytes} max={Math.max(1, size)} label={t('files.progressOf', { name })} />
      )}
      <p className={classNames(styles.state, isAlarming(task) && styles.alarming)}>{stateWords(task, t)}</p>
      <UploadButtons task={task} uploads={uploads} canBeFirst={canBeFirst} />
    </li>
  )
})
UploadRow.displayName = 'UploadRow'
