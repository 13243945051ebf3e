import { useId, useState, type ReactNode, type Ref } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import type { QueueMove } from '../../../uploads/commands.ts'
import { Stack } from '../../../ui/layout/stack.tsx'
import { IconButton } from '../icon.tsx'
import styles from '../files.module.css'

/** Whether an unfinished upload can move up or down. It cannot overtake uploads that are in progress. */
export type Moves = { up: boolean; down: boolean }

type MovesProps = {
  /** The name of the file, for the labels of the buttons. */
  name: string
  moves: Moves
  onMove: (move: QueueMove) => void
}

const arrows = { up: '↑', down: '↓' } as const

/** Buttons that move an upload in the queue. None disappears after a move, so the focus stays. */
export const QueueMoves = ({ name, moves, onMove }: MovesProps) => {
  const t = useTranslate()
  /** An impossible move is not `disabled`, because a disabled button would lose the focus. */
  const createProps = (move: QueueMove, isPossible: boolean) => ({
    'aria-label': t('files.actionOn', { action: t(`files.button.${move}`), name }),
    'aria-disabled': !isPossible || undefined,
    ...(!isPossible && { className: styles.off ?? '' }),
    onClick: () => isPossible && onMove(move),
  })
  return (
    <div className={styles.moves}>
      {/* An upload that can move up can also become the first. */}
      <Button variant="secondary" {...createProps('first', moves.up)}>
        {t('files.button.first')}
      </Button>
      {(['up', 'down'] as const).map((move) => (
        <Button key={move} variant="quiet" {...createProps(move, moves[move])}>
          <span aria-hidden="true">{arrows[move]}</span>
        </Button>
      ))}
    </div>
  )
}

type OptionsProps = {
  ref: Ref<HTMLButtonElement>
  /** The name of the file that the actions act on, for the label of the button. */
  name: string
  /** The actions. */
  children: ReactNode
}

/** A button that shows and hides the secondary actions on an upload. */
export const MoreOptions = ({ ref, name, children }: OptionsProps) => {
  const t = useTranslate()
  const optionsId = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        ref={ref}
        icon="more"
        aria-expanded={isOpen}
        aria-controls={isOpen ? optionsId : undefined}
        label={t('files.actionOn', { action: t('files.button.more'), name })}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <Stack row gap="s" id={optionsId} className={styles.options}>
          {children}
        </Stack>
      )}
    </>
  )
}
