import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Button } from '../../../../ui/button.tsx'
import styles from '../sticky-bar.module.css'
import type { PendingDeletion } from '../../../../deletions/deletion-records.ts'
import { shownNameOf } from '../place.ts'

type Props = {
  waiting: readonly PendingDeletion[]
  onUndo: () => void
  /** Somebody came to the button with the keyboard or a mouse, or has left it: the time for an undo stands still in between. */
  onHold: (held: boolean) => void
  /** Whether the focus is to go to the button now; true once. */
  claimFocus: () => boolean
  /** The button goes, and the focus with it. */
  onLostFocus: () => void
}

/** Holds while at least one of the two, the focus and a mouse, is at the button. */
const useHold = (onHold: Props['onHold']) => {
  const at = useRef({ focus: false, mouse: false })
  // A button that is removed fires no event when the pointer leaves it.
  useEffect(() => () => onHold(false), [onHold])
  return (what: 'focus' | 'mouse', isThere: boolean) => {
    const before = at.current
    at.current = { ...before, [what]: isThere }
    const held = at.current.focus || at.current.mouse
    if (held !== (before.focus || before.mouse)) onHold(held)
  }
}

const UndoButton = ({ onUndo, onHold, claimFocus, onLostFocus }: Omit<Props, 'waiting'>) => {
  const t = useTranslate()
  const button = useRef<HTMLButtonElement>(null)
  const hold = useHold(onHold)
  const isMoving = useRef(false)
  useEffect(() => {
    if (!claimFocus()) return
    isMoving.current = true
    button.current?.focus({ preventScroll: true })
    isMoving.current = false
  })
  useLayoutEffect(() => {
    const element = button.current
    return () => {
      if (document.activeElement !== element) return
      // Afterwards: who pressed it has the focus on what came back.
      queueMicrotask(() => document.activeElement === document.body && onLostFocus())
    }
  }, [onLostFocus])
  return (
    <Button
      ref={button}
      variant="secondary"
      onClick={onUndo}
      // Only who goes there holds the time: else a file would be deleted late, or never.
      onFocus={() => hold('focus', !isMoving.current)}
      onBlur={() => hold('focus', false)}
      // A mouse that rests where the button appears has not come to it.
      onPointerMove={({ pointerType }) => hold('mouse', pointerType === 'mouse')}
      onPointerLeave={() => hold('mouse', false)}
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
