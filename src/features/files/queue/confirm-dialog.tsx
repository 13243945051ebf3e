import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/layout/dialog.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'

type Props = {
  title: string
  body: string
  yes: string
  no: string
  busy?: boolean
  onYes: () => void
  onNo: () => void
}

/** Asks before something that cannot be taken back; open as long as it is on the page. */
export const ConfirmDialog = ({ title, body, yes, no, busy = false, onYes, onNo }: Props) => (
  <Dialog open onClose={onNo} title={title}>
    <p>{body}</p>
    <Stack row gap="s">
      <Button variant="danger" busy={busy} onClick={onYes}>
        {yes}
      </Button>
      <Button variant="secondary" onClick={onNo}>
        {no}
      </Button>
    </Stack>
  </Dialog>
)
