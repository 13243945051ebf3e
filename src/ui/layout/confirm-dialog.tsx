import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import { ButtonRow } from './button-row.tsx'

type Props = {
  open?: boolean
  title: string
  yes: string
  no: string
  busy?: boolean
  onYes: () => void
  onNo: () => void
  children: ReactNode
}

/** Asks before an irreversible action. The safe button comes first. */
export const ConfirmDialog = ({ open = true, title, yes, no, busy = false, ...props }: Props) => (
  <Dialog open={open} onClose={props.onNo} title={title}>
    {props.children}
    <ButtonRow>
      <Button variant="secondary" onClick={props.onNo}>
        {no}
      </Button>
      <Button variant="danger" busy={busy} onClick={props.onYes}>
        {yes}
      </Button>
    </ButtonRow>
  </Dialog>
)
