import { useRef, useEffect, useLayoutEffect } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import { FileActions } from './file-actions.tsx'
import styles from './sticky-bars.module.css'
import type { TransferKind } from '../transfer/transfer-form.ts'
import type { PendingDeletion } from '../../../stored-files/deletions/deletion-records.ts'
import { shownNameOf } from '../place.ts'

type Keys = readonly string[]
type Props = {
  keys: Keys
  /** False for files of other coaches, which can only be downloaded and copied. */
  mayChange: boolean
  /** A download is starting. */
  busy: boolean
  onClear: () => void
  /** Every file of the list is selected. */
  isAll: boolean
  onAll: () => void
  onDelete: (keys: Keys) => void
  onDownload: (keys: Keys) => void
  onTransfer: (kind: TransferKind, keys: Keys) => void
}

/** The actions on the selected files; the bar stays visible while the list scrolls. */
export const SelectionBar = ({ keys, mayChange, busy, isAll, onClear, onAll, ...on }: Props) => {
  const t = useTranslate()
  const clear = useRef<HTMLButtonElement>(null)
  const count = keys.length
  return (
    <div className={count > 0 ? styles.bar : styles.noBar}>
      <output className={styles.barText}>{count > 0 && t('files.browse.selected', { count })}</output>
      {count > 0 && (
        <>
          {!isAll && (
            <Button
              variant="quiet"
              className={styles.all}
              onClick={() => {
                onAll()
                // The button disappears once everything is selected, and would lose the focus.
                clear.current?.focus()
              }}
            >
              {t('files.browse.selectAll')}
            </Button>
          )}
          <Button ref={clear} variant="quiet" onClick={onClear}>
            {t('files.browse.clear')}
          </Button>
          <fieldset aria-label={t('files.browse.actions')} className={styles.barButtons}>
            <FileActions
              {...{ mayChange, busy }}
              isOne={count === 1}
              onDownload={() => on.onDownload(keys)}
              onTransfer={(kind) => on.onTransfer(kind, keys)}
              onDelete={() => on.onDelete(keys)}
            />
          </fieldset>
        </>
      )}
    </div>
  )
}

type UndoProps = {
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
const useHold = (onHold: UndoProps['onHold']) => {
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

const UndoButton = ({ onUndo, onHold, claimFocus, onLostFocus }: Omit<UndoProps, 'waiting'>) => {
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
export const UndoBar = ({ waiting, ...button }: UndoProps) => {
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
