import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import { ButtonRow } from './button-row.tsx'

type Props = {
  title: string
  confirmLabel: string
  cancelLabel: string
  /** Whether the confirmed action is running. */
  busy?: boolean
  onConfirm: () => void
  /** Also called when the dialog is closed without a choice. */
  onCancel: () => void
  children: ReactNode
}

/** Asks before an irreversible action, as long as it is rendered. The safe button comes first. */
export const ConfirmDialog = ({
  title,
  confirmLabel,
  cancelLabel,
  busy = false,
  onConfirm,
  onCancel,
  children,
}: Props) => (
  <Dialog open onClose={onCancel} title={title}>
    {children}
    <ButtonRow>
      <Button variant="secondary" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button variant="danger" busy={busy} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </ButtonRow>
  </Dialog>
)
