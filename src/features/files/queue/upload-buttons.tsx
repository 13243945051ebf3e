import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { QueueMove } from '../../../uploads/commands.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button, type ButtonVariant } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { useFocusAfterRemoval } from '../../../ui/use-focus-after-removal.ts'
import type { UploadClient } from '../../../uploads/contract.ts'
import {
  listButtons,
  isFinal,
  isRepeat,
  resumesByItself,
  type PauseReason,
  type UploadButton,
  type UploadTask,
} from '../../../uploads/task.ts'
import { ConfirmDialog } from '../../../ui/layout/confirm-dialog.tsx'
import { outdentedButtonClass } from '../../../ui/outdented-button.ts'
import { IconButton, type IconName } from '../icon.tsx'
import { ChooseAgain } from '../choose/choose-again.tsx'
import { SignInAgain } from '../sign-in-again.tsx'
import { getButtonText } from './upload-state-text.ts'
import { discardRepeats } from './repeats-notice.tsx'
import { MoreOptions, QueueMoves, type Moves } from './more-options.tsx'

const needsSignIn = ({ status }: UploadTask): boolean =>
  status.state === 'PAUSED' && status.reason.kind === 'sign-in-needed'

/**
 * Whether the coach has to choose the file again. If only the permission to read it has lapsed, the "Resume"
 * button asks for the permission.
 */
export const needsChoosing = ({ status }: UploadTask): boolean =>
  status.state === 'PAUSED' && status.reason.kind === 'file-needed' && status.reason.because !== 'permission'

/** Returns the icon of a command, or undefined if its button shows its label. */
const findIcon = (command: UploadButton, { status }: UploadTask): IconName | undefined => {
  if (command === 'pause') return 'pause'
  const isPausedByCoach = status.state === 'PAUSED' && status.reason.kind === 'you'
  return command === 'resume' && isPausedByCoach ? 'resume' : undefined
}

type CommandGroups = {
  /** The commands with a button in the row. */
  primary: UploadButton[]
  /** The commands under "More". */
  secondary: UploadButton[]
}

/** Splits the allowed commands of a task into those with a button in the row and those under "More". */
const groupCommands = (task: UploadTask): CommandGroups => {
  const allowedCommands = listButtons(task.status)
  // A task whose file must be chosen again cannot be resumed before that.
  const commands = needsChoosing(task)
    ? allowedCommands.filter((command) => command !== 'resume')
    : allowedCommands
  // The task asks whether to send a stored file again: resume means yes, and cancel means no.
  if (isRepeat(task.status)) return { primary: commands, secondary: [] }
  // Of start, pause and resume, only one is allowed at a time.
  const mainCommand = commands.find((command) => command !== 'cancel')
  // A task that resumes automatically does not need its main command in the row.
  const primaryCommand = resumesByItself(task.status) ? undefined : mainCommand
  return {
    primary: primaryCommand ? [primaryCommand] : [],
    secondary: commands.filter((command) => command !== primaryCommand),
  }
}

export type UploadRowProps = {
  task: UploadTask
  uploads: UploadClient
  /** The object store asked to wait until this time, in ms since the epoch. */
  waitUntil?: number | undefined
  /** Whether a button above the list asks for the files of several uploads together. */
  hasChooseAllAbove?: boolean
  /** Whether a notice above the list asks the question of several uploads together. */
  isAskedAbove?: boolean
  /** A reason why many uploads are paused. It is shown once, above the list, and not in the rows. */
  reasonAbove?: PauseReason['kind'] | undefined
  /** The possible moves in the queue, or undefined if the position of the upload does not matter. */
  moves: Moves | undefined
  onMove: (task: UploadTask, move: QueueMove) => void
  /**
   * Called when the row is removed or moves to the finished uploads, so that the parent can move the focus.
   */
  onLeave: () => void
}

/**
 * Buttons for some of the commands of an upload. Only cancelling an upload with sent bytes asks for
 * confirmation.
 */
const CommandButtons = ({
  task,
  commands,
  variant = 'secondary',
  onCommand,
}: {
  task: UploadTask
  commands: readonly UploadButton[]
  /** The look of a command that neither has an icon nor cancels. */
  variant?: ButtonVariant
  onCommand: (command: UploadButton) => void
}) => {
  const t = useTranslate()
  const [isConfirming, setIsConfirming] = useState(false)
  const { name, sentBytes } = task
  const press = (command: UploadButton) => {
    if (command === 'cancel' && sentBytes > 0) setIsConfirming(true)
    else onCommand(command)
  }

  return (
    <>
      {commands.map((command, index) => {
        const label = getButtonText(command, task, t)
        const icon = findIcon(command, task)
        return (
          <IconButton
            // The main command has the key of its position. So the "Pause" button becomes the "Resume" button
            // in place, and keeps the focus.
            key={command === 'cancel' ? command : `command ${index}`}
            icon={icon}
            variant={icon || command === 'cancel' ? 'quiet' : variant}
            label={t('files.actionOn', { action: label, name })}
            onClick={() => press(command)}
          >
            {label}
          </IconButton>
        )
      })}
      {isConfirming && (
        <ConfirmDialog
          title={t('files.cancelTitle', { name })}
          confirmLabel={t('files.cancelConfirm')}
          cancelLabel={t('files.cancelKeep')}
          onCancel={() => setIsConfirming(false)}
          onConfirm={() => {
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

/** The actions on an upload. Every label contains its name, because a list has many of these buttons. */
export const UploadButtons = ({
  task,
  uploads,
  hasChooseAllAbove = false,
  isAskedAbove = false,
  moves,
  onMove,
  onLeave,
}: Omit<UploadRowProps, 'waitUntil' | 'reasonAbove'>) => {
  const t = useTranslate()
  const { id, name, status } = task
  const { primary, secondary } = groupCommands(task)
  const moreButton = useRef<HTMLButtonElement>(null)
  // When the connection is lost, the primary button disappears and the focus moves to "More".
  const onFocus = useFocusAfterRemoval(moreButton)

  const runCommand = (command: UploadButton) => {
    if (command === 'cancel') onLeave()
    // No byte was sent for a file that is already stored, so its upload does not stay on the list.
    if (command === 'cancel' && isRepeat(status)) void discardRepeats([task], uploads)
    else void uploads.command([id], command)
  }
  const dismiss = () => {
    onLeave()
    void uploads.dismiss([id])
  }

  return (
    <Stack row gap="s" onFocus={onFocus}>
      {needsChoosing(task) && !hasChooseAllAbove && <ChooseAgain task={task} uploads={uploads} />}
      {needsSignIn(task) && <SignInAgain name={name} />}
      <CommandButtons
        task={task}
        commands={primary}
        variant={isRepeat(status) && !isAskedAbove ? 'primary' : 'secondary'}
        onCommand={runCommand}
      />
      {secondary.length > 0 && (
        <MoreOptions ref={moreButton} name={name}>
          {moves && <QueueMoves name={name} moves={moves} onMove={(move) => onMove(task, move)} />}
          {needsChoosing(task) && hasChooseAllAbove && <ChooseAgain task={task} uploads={uploads} quiet />}
          <CommandButtons task={task} commands={secondary} onCommand={runCommand} />
        </MoreOptions>
      )}
      {isFinal(status) && (
        <Button
          variant="quiet"
          className={outdentedButtonClass}
          aria-label={t('files.actionOn', { action: t('files.button.dismiss'), name })}
          onClick={dismiss}
        >
          {t('files.button.dismiss')}
        </Button>
      )}
    </Stack>
  )
}
