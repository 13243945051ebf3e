import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import type { UploadButton, UploadTask } from '../../../uploads/task.ts'
import { ConfirmDialog } from '../../../ui/layout/confirm-dialog.tsx'
import { buttonText } from '../upload-text.ts'

type Props = {
  task: UploadTask
  commands: readonly UploadButton[]
  onCommand: (command: UploadButton) => void
}

/**
 * Buttons for some of the commands of an upload. Only cancelling an upload with sent bytes asks for
 * confirmation.
 */
export const CommandButtons = ({ task, commands, onCommand }: Props) => {
  const t = useTranslate()
  const [isConfirming, setIsConfirming] = useState(false)
  const { name, sentBytes } = task
  const press = (command: UploadButton) => {
    if (command === 'cancel' && sentBytes > 0) setIsConfirming(true)
    else onCommand(command)
  }

  return (
    <>
      {commands.map((command, place) => {
        const label = buttonText(command, task, t)
        return (
          <Button
            // "Pause" becomes "Resume" in place: the same button, which keeps the focus.
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
            // The focus can move only after the dialog has been removed.
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
