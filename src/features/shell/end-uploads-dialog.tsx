import { useState } from 'react'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/layout/dialog.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

type Props = { count: number; onEnd: () => Promise<void>; onClose: () => void }

/** Asked before a sign-out that ends uploads; open as long as it is on the page. */
export const EndUploadsDialog = ({ count, onEnd, onClose }: Props) => {
  const t = useWords()
  const [ending, setEnding] = useState(false)
  const end = () => {
    setEnding(true)
    void onEnd()
  }
  return (
    <Dialog open onClose={onClose} title={t('signOut.uploadsTitle')}>
      <p>{t('signOut.uploads', { count })}</p>
      <Stack row gap="s">
        <Button variant="danger" busy={ending} onClick={end}>
          {t('signOut.uploadsEnd')}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {t('signOut.uploadsStay')}
        </Button>
      </Stack>
    </Dialog>
  )
}
