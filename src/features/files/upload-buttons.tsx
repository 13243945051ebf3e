import { useState } from 'react'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import type { UploadClient } from '../../workers/upload/contract.ts'
import { buttonsOf, isFinal, type UploadButton, type UploadTask } from '../../workers/upload/task.ts'
import { ChooseAgain } from './choose-again.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { buttonWords } from './upload-words.ts'

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

type Props = {
  task: UploadTask
  uploads: UploadClient
  /** Others wait before it. */
  canBeFirst: boolean
}

/** What can be done with an upload; its name is in every label, because a list has many of these. */
export const UploadButtons = ({ task, uploads, canBeFirst }: Props) => {
  const t = useWords()
  const [isAsking, setIsAsking] = useState(false)
  const { id, name, sentBytes, status } = task

  const button = (words: string, onClick: () => void, variant: 'secondary' | 'quiet' = 'secondary') => (
    <Button
      key={words}
      variant={variant}
      aria-label={t('files.actionOn', { action: words, name })}
      onClick={onClick}
    >
      {words}
    </Button>
  )
  const press = (command: UploadButton) => {
    if (command === 'cancel' && sentBytes > 0) setIsAsking(true)
    else void uploads.command([id], command)
  }

  return (
    <Stack row gap="s">
      {lacksFile(task) && <ChooseAgain task={task} uploads={uploads} />}
      {canBeFirst && button(t('files.button.first'), () => void uploads.first(id))}
      {buttonsFor(task).map((command) =>
        button(
          buttonWords(command, task, t),
          () => press(command),
          command === 'cancel' ? 'quiet' : 'secondary',
        ),
      )}
      {isFinal(status) && button(t('files.button.dismiss'), () => void uploads.dismiss([id]), 'quiet')}
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
    </Stack>
  )
}
