import { memo, useState } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Progress } from '../../ui/progress.tsx'
import { Stack } from '../../ui/stack.tsx'
import type { UploadClient } from '../../workers/upload/contract.ts'
import { buttonsOf, isFinal, type UploadButton, type UploadTask } from '../../workers/upload/task.ts'
import { ChooseAgain } from './choose-again.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import styles from './files.module.css'
import { buttonWords, progressWords, stateWords } from './upload-words.ts'

/** Reasons that a person has to act on. */
const isAlarming = ({ status }: UploadTask): boolean =>
  status.state === 'PAUSED' && status.reason.kind !== 'you' && status.reason.kind !== 'offline'

const lacksFile = ({ status }: UploadTask): boolean =>
  status.state === 'PAUSED' && status.reason.kind === 'file-needed'

/** Without the file there is nothing to resume, except with a permission that one tap gives. */
const buttonsFor = (task: UploadTask): UploadButton[] => {
  const { status } = task
  const needsChoosing =
    status.state === 'PAUSED' &&
    status.reason.kind === 'file-needed' &&
    status.reason.because !== 'permission'
  return buttonsOf(status).filter((command) => !(needsChoosing && command === 'resume'))
}

/** One upload: what it is, how far it is, why it does not move, and what can be done. */
export const UploadRow = memo(({ task, uploads }: { task: UploadTask; uploads: UploadClient }) => {
  const t = useWords()
  const { code } = useLocale()
  const [isAsking, setIsAsking] = useState(false)
  const { id, name, size, sentBytes, status } = task
  const label = (action: string) => t('files.actionOn', { action, name })

  const press = (command: UploadButton) => {
    if (command === 'cancel' && sentBytes > 0) setIsAsking(true)
    else void uploads.command([id], command)
  }

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
      <Stack row gap="s">
        {lacksFile(task) && <ChooseAgain task={task} uploads={uploads} />}
        {buttonsFor(task).map((command) => {
          const words = buttonWords(command, task, t)
          return (
            <Button
              key={command}
              variant={command === 'cancel' ? 'quiet' : 'secondary'}
              aria-label={label(words)}
              onClick={() => press(command)}
            >
              {words}
            </Button>
          )
        })}
        {isFinal(status) && (
          <Button
            variant="quiet"
            aria-label={label(t('files.button.dismiss'))}
            onClick={() => void uploads.dismiss([id])}
          >
            {t('files.button.dismiss')}
          </Button>
        )}
      </Stack>
      {isAsking && (
        <ConfirmDialog
          title={t('files.cancelTitle', { name })}
          body={t('files.cancelBody')}
          yes={t('files.cancelConfirm')}
          no={t('files.cancelKeep')}
          onNo={() => setIsAsking(false)}
          onYes={() => {
            setIsAsking(false)
            void uploads.command([id], 'cancel')
          }}
        />
      )}
    </li>
  )
})
UploadRow.displayName = 'UploadRow'
