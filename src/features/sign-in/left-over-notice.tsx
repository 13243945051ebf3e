import { useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { useBusy } from '../../ui/use-busy.ts'

/** Unsent entries of an account that was deleted on another device. */
export type LeftOver = {
  count: number
  remove: () => Promise<void>
  /** Saves the entries in a file, for a coach who was signed in until just now. */
  save?: () => void
}

/** Offers to delete entries that can no longer be sent, because their account cannot sign in. */
export const LeftOverNotice = ({ count, remove, save }: LeftOver) => {
  const t = useTranslate()
  const { busy, run } = useBusy()
  const [isGone, setIsGone] = useState(false)
  const removeNow = async () => {
    try {
      await remove()
      setIsGone(true)
    } catch {
      notify.error(t('profile.eraseFailed'))
    }
  }
  if (isGone) return <Notice tone="success">{t('signIn.leftOverDeleted')}</Notice>
  return (
    <Notice tone="warning">
      <p>{t('signIn.leftOver', { count })}</p>
      <ButtonRow>
        {save && (
          <Button variant="secondary" onClick={save}>
            {t('signIn.leftOverSave')}
          </Button>
        )}
        <Button variant="danger" busy={busy} onClick={() => run(removeNow)}>
          {t('profile.erase')}
        </Button>
      </ButtonRow>
    </Notice>
  )
}
