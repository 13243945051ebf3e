import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Button } from '../../../../ui/button.tsx'
import styles from '../sticky-bar.module.css'
import type { PendingDeletion } from '../../../../deletions/deletion-records.ts'
import { shownNameOf } from '../place.ts'

type Props = {
  waiting: readonly PendingDeletion[]
  onUndo: () => void
  /** The focus or the pointer has reached the button, or left it: the time for an undo stands still in between. */
  onHold: (held: boolean) => void
  /** Whether the focus is to go to the button now; true once. */
  claimFocus: () => boolean
  /** The button goes, and the focus with it. */
  onLostFocus: () => void
}

const UndoButton = ({ onUndo, onHold, claimFocus, onLostFocus }: Omit<Props, 'waiting'>) => {
  const t = useTranslate()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (claimFocus()) button.current?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => {
    const element = button.current
    return () => {
      if (document.activeElement !== element) return
      // Afterwards: who pressed it has the focus on what came back.
      queueMicrotask(() => document.activeElement === document.body && onLostFocus())
    }
  }, [onLostFocus])
  // A button that is removed fires no event when the pointer leaves it.
  useEffect(() => () => onHold(false), [onHold])
  return (
    <Button
      ref={button}
      variant="secondary"
      onClick={onUndo}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
    >
      {t('common.undo')}
    </Button>
  )
}

/** Says what was deleted, and undoes it. */
export const UndoBar = ({ waiting, ...button }: Props) => {
  const t = useTranslate()
  const [first] = waiting
  const name = shownNameOf(first?.key ?? '')
  return (
    <div className={first ? styles.undo : styles.noBar}>
      <output className={styles.undoText}>
        {first && t('files.browse.deleted', { count: waiting.length, name })}
      </output>
      {first && <UndoButton {...button} />}
    </div>
  )
}
