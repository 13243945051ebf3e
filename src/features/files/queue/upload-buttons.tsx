import type { QueueMove } from '../../../uploads/commands.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import type { UploadClient } from '../../../uploads/contract.ts'
import { isFinal, type PauseReason, type UploadButton, type UploadTask } from '../../../uploads/task.ts'
import { ChooseAgain } from '../choose/choose-again.tsx'
import { CommandButtons } from './command-buttons.tsx'
import { QueueMoves, type Moves } from './queue-moves.tsx'
import { SignInAgain } from '../sign-in-again.tsx'

const lacks = ({ status }: UploadTask, kind: PauseReason['kind']): boolean =>
  status.state === 'PAUSED' && status.reason.kind === kind

export type UploadRowProps = {
  task: UploadTask
  uploads: UploadClient
  /** ms since epoch: until when the store asked to wait. */
  waitUntil?: number | undefined
  /** Absent where the upload has no place among others. */
  moves: Moves | undefined
  onMove: (task: UploadTask, to: QueueMove) => void
  /** The row goes from where it is: the focus needs another place. */
  onLeave: () => void
}

/** What can be done with an upload; its name is in every label, because a list has many of these. */
export const UploadButtons = ({
  task,
  uploads,
  moves,
  onMove,
  onLeave,
}: Omit<UploadRowProps, 'waitUntil'>) => {
  const t = useTranslate()
  const { id, name, status } = task

  const command = (command: UploadButton) => {
    if (command === 'cancel') onLeave()
    void uploads.command([id], command)
  }
  const dismiss = () => {
    onLeave()
    void uploads.dismiss([id])
  }

  return (
    <Stack row gap="s">
      {lacks(task, 'file-needed') && <ChooseAgain task={task} uploads={uploads} />}
      {lacks(task, 'sign-in-needed') && <SignInAgain name={name} />}
      <CommandButtons task={task} onCommand={command} />
      {moves && <QueueMoves name={name} moves={moves} onMove={(to) => onMove(task, to)} />}
      {isFinal(status) && (
        <Button
          variant="quiet"
          aria-label={t('files.actionOn', { action: t('files.button.dismiss'), name })}
          onClick={dismiss}
        >
          {t('files.button.dismiss')}
        </Button>
      )}
    </Stack>
  )
}
