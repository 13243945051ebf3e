import { useRef, useEffect, useLayoutEffect } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import type { PendingDeletion } from '../../../stored-files/deletions/deletion-records.ts'
import { IconButton } from '../icon.tsx'
import type { TransferKind } from '../transfer/transfer-form.ts'
import { getShownName } from '../file-names.ts'
import { FileActions } from './file-actions.tsx'
import styles from './sticky-bars.module.css'

type Keys = readonly string[]
type Props = {
  /** The keys of the selected files. */
  keys: Keys
  /** False for files of other coaches, which can only be downloaded and copied. */
  canChange: boolean
  /** Whether a download is starting. */
  busy: boolean
  /** Whether every file of the list is selected. */
  isAllSelected: boolean
  onSelectAll: () => void
  onClear: () => void
  onDelete: (keys: Keys) => void
  onDownload: (keys: Keys) => void
  onTransfer: (kind: TransferKind, keys: Keys) => void
}

/**
 * The actions on the selected files; the bar stays visible while the list scrolls. Its `output` is rendered
 * even if it is empty, because a screen reader announces changes only in an element that already exists.
 */
export const SelectionBar = ({
  keys,
  canChange,
  busy,
  isAllSelected,
  onSelectAll,
  onClear,
  onDelete,
  onDownload,
  onTransfer,
}: Props) => {
  const t = useTranslate()
  const clearButton = useRef<HTMLButtonElement>(null)
  const count = keys.length
  return (
    <div className={count > 0 ? styles.bar : styles.noBar}>
      <output className={styles.barText}>{count > 0 && t('files.browse.selected', { count })}</output>
      {count > 0 && (
        <>
          {!isAllSelected && (
            <IconButton
              icon="all"
              label={t('files.browse.selectAll')}
              className={styles.all}
              onClick={() => {
                onSelectAll()
                // This button disappears once everything is selected, and the focus would be lost with it.
                clearButton.current?.focus()
              }}
            />
          )}
          <IconButton ref={clearButton} icon="close" label={t('files.browse.clear')} onClick={onClear} />
          <fieldset aria-label={t('files.browse.actions')} className={styles.barButtons}>
            <FileActions
              isSingle={count === 1}
              canChange={canChange}
              busy={busy}
              onDownload={() => onDownload(keys)}
              onTransfer={(kind) => onTransfer(kind, keys)}
              onDelete={() => onDelete(keys)}
            />
          </fieldset>
        </>
      )}
    </div>
  )
}

type UndoProps = {
  /** The deletions that can still be undone. */
  pendingDeletions: readonly PendingDeletion[]
  onUndo: () => void
  /**
   * Called with true when the focus or a mouse moves to the button, and with false when both have left it. In
   * between, the time limit for an undo is paused.
   */
  onHold: (isHeld: boolean) => void
  /** Whether the focus should move to the button now; true only once. */
  claimFocus: () => boolean
  /** Called if the button disappears while it has the focus. */
  onLostFocus: () => void
}

/** Pauses the time limit for an undo while the focus or a mouse is on the button. */
const useHold = (onHold: UndoProps['onHold']) => {
  /** Whether the focus and a mouse are on the button. */
  const presence = useRef({ focus: false, mouse: false })
  // A button that is removed fires no event when the pointer leaves it, so the time limit would stay paused.
  useEffect(() => () => onHold(false), [onHold])
  return (source: 'focus' | 'mouse', isPresent: boolean) => {
    const wasHeld = presence.current.focus || presence.current.mouse
    presence.current = { ...presence.current, [source]: isPresent }
    const isHeld = presence.current.focus || presence.current.mouse
    if (isHeld !== wasHeld) onHold(isHeld)
  }
}

const UndoButton = ({ onUndo, onHold, claimFocus, onLostFocus }: Omit<UndoProps, 'pendingDeletions'>) => {
  const t = useTranslate()
  const button = useRef<HTMLButtonElement>(null)
  const hold = useHold(onHold)
  const isFocusByApp = useRef(false)
  // Runs after every render, because the button may stay displayed when the coach deletes another file.
  useEffect(() => {
    if (!claimFocus()) return
    isFocusByApp.current = true
    button.current?.focus({ preventScroll: true })
    isFocusByApp.current = false
  })
  useLayoutEffect(() => {
    const element = button.current
    return () => {
      if (document.activeElement !== element) return
      // Runs after all layout effects. If the button was pressed, one of them moves the focus to a restored
      // file.
      queueMicrotask(() => document.activeElement === document.body && onLostFocus())
    }
  }, [onLostFocus])
  return (
    <Button
      ref={button}
      variant="secondary"
      onClick={onUndo}
      // If the app moved the focus here, the time limit is not paused, because the coach may leave the focus
      // here and the deletion would not happen.
      onFocus={() => hold('focus', !isFocusByApp.current)}
      onBlur={() => hold('focus', false)}
      // Ignores a mouse that already rests where the button appears.
      onPointerMove={({ pointerType }) => hold('mouse', pointerType === 'mouse')}
      onPointerLeave={() => hold('mouse', false)}
    >
      {t('common.undo')}
    </Button>
  )
}

/** Shows what was deleted, and a button to undo it. */
export const UndoBar = ({ pendingDeletions, ...buttonProps }: UndoProps) => {
  const t = useTranslate()
  const [firstDeletion] = pendingDeletions
  const name = getShownName(firstDeletion?.key ?? '')
  return (
    <div className={firstDeletion ? styles.undo : styles.noBar}>
      <output className={styles.undoText}>
        {firstDeletion && t('files.browse.deleted', { count: pendingDeletions.length, name })}
      </output>
      {firstDeletion && <UndoButton {...buttonProps} />}
    </div>
  )
}
