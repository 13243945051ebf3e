import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonsOf, type UploadButton, type UploadTask } from '../../../uploads/task.ts'
import { ConfirmDialog } from '../../../ui/layout/confirm-dialog.tsx'
import { buttonText } from '../upload-text.ts'

/** Without the file there is nothing to resume, except with a permission that one tap gives. */
const buttonsFor = ({ status }: UploadTask): UploadButton[] => {
  const needsChoosing =
    status.state === 'PAUSED' &&
    status.reason.kind === 'file-needed' &&
    status.reason.because !== 'permission'
  return buttonsOf(status).filter((command) => !(needsChoosing && command === 'resume'))
}

type Props = { task: UploadTask; onCommand: (command: UploadButton) => void }

/** The commands that the table of transitions allows. Only the cancel of what was sent asks first. */
export const CommandButtons = ({ task, onCommand }: Props) => {
  const t = useTranslate()
  const [isConfirming, setIsConfirming] = useState(false)
  const { name, sentBytes } = task
  const press = (command: UploadButton) => {
    if (command === 'cancel' && sentBytes > 0) setIsConfirming(true)
    else onCommand(command)
  }

  return (
    <>
      {buttonsFor(task).map((command, place) => {
        const label = buttonText(command, task, t)
        return (
          <Button
            // "Pause" turns into "Resume" under the finger: one button, which keeps the focus.
            key={command === 'cancel' ? command : `command ${place}`}
            variant={command === 'cancel' ? 'quiet' : 'secondary'}
            aria-label={t('files.actionOn', { action: label, name })}
            onClick={() => press(command)}
          >
            {label}
          </Button>
        )
      })}
      {isConfirming && (
        <ConfirmDialog
          title={t('files.cancelTitle', { name })}
          yes={t('files.cancelConfirm')}
          no={t('files.cancelKeep')}
          onNo={() => setIsConfirming(false)}
          onYes={() => {
            // The focus can go elsewhere only when the dialog is gone.
            flushSync(() => setIsConfirming(false))
            onCommand('cancel')
          }}
        >
          <p>{t('files.cancelBody')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
