import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './sticky-bar.module.css'
import type { PendingDeletion } from '../../../stored-files/deletions/deletion-records.ts'
import { shownNameOf } from '../place.ts'

type Props = {
  waiting: readonly PendingDeletion[]
  onUndo: () => void
  /**
   * The person moves to the button with the keyboard or a mouse, or leaves it: the time for an undo stops in
   * between.
   */
  onHold: (held: boolean) => void
  /** Whether the focus should move to the button now; true only once. */
  claimFocus: () => boolean
  /** The button disappears while it has the focus. */
  onLostFocus: () => void
}

/** Holds the time while the focus or a mouse is on the button. */
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
      // Runs later: after a press, the focus is on the restored files.
      queueMicrotask(() => document.activeElement === document.body && onLostFocus())
    }
  }, [onLostFocus])
  return (
    <Button
      ref={button}
      variant="secondary"
      onClick={onUndo}
      // A focus that the app moved does not hold the time: otherwise a file would be deleted late, or never.
      onFocus={() => hold('focus', !isMoving.current)}
      onBlur={() => hold('focus', false)}
      // Ignores a mouse that already rests where the button appears.
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
