import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/stack.tsx'

/** Asked before somebody signs out whose work has not all been sent: it stays, and waits for the same coach. */
export const SignOutDialog = ({
  open,
  unsent,
  onClose,
  onSignOut,
}: {
  open: boolean
  unsent: number
  onClose: () => void
  onSignOut: () => void
}) => {
  const t = useWords()
  return (
    <Dialog open={open} onClose={onClose} title={t('signOut.title')}>
      <p>{t('signOut.unsent', { count: unsent })}</p>
      <Stack row gap="s">
        <Button variant="danger" onClick={onSignOut}>
          {t('signOut.confirm')}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {t('signOut.stay')}
        </Button>
      </Stack>
    </Dialog>
  )
}
