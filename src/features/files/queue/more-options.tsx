import { useId, useState, type ReactNode, type Ref } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../files.module.css'
import type { QueueMove } from '../../../uploads/commands.ts'
import { Stack } from '../../../ui/layout/stack.tsx'

/** Whether a waiting upload can move up or down. It cannot pass uploads that are under way. */
export type Moves = { up: boolean; down: boolean }

type Props = { name: string; moves: Moves; onMove: (to: QueueMove) => void }

const arrows = { up: '↑', down: '↓' } as const

/** Moves an upload in the queue. The buttons keep their places, so the focus stays. */
export const QueueMoves = ({ name, moves, onMove }: Props) => {
  const t = useTranslate()
  const labelOf = (to: QueueMove) => t('files.actionOn', { action: t(`files.button.${to}`), name })
  const able = (can: boolean, to: QueueMove) => ({
    'aria-label': labelOf(to),
    'aria-disabled': !can || undefined,
    ...(!can && { className: styles.off ?? '' }),
    onClick: () => can && onMove(to),
  })
  return (
    <div className={styles.moves}>
      <Button variant="secondary" {...able(moves.up, 'first')}>
        {t('files.button.first')}
      </Button>
      {(['up', 'down'] as const).map((to) => (
        <Button key={to} variant="quiet" {...able(moves[to], to)}>
          <span aria-hidden="true">{arrows[to]}</span>
        </Button>
      ))}
    </div>
  )
}

/** The secondary actions; `name` is the file that they act on. */
export const MoreOptions = ({
  ref,
  name,
  children,
}: {
  ref: Ref<HTMLButtonElement>
  name: string
  children: ReactNode
}) => {
  const t = useTranslate()
  const options = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={ref}
        variant="quiet"
        className={styles.more}
        aria-expanded={open}
        aria-controls={open ? options : undefined}
        aria-label={t('files.actionOn', { action: t('files.button.more'), name })}
        onClick={() => setOpen(!open)}
      >
        <span aria-hidden="true">⋯</span>
      </Button>
      {open && (
        <Stack row gap="s" id={options} className={styles.options}>
          {children}
        </Stack>
      )}
    </>
  )
}
