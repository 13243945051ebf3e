import { useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { useBusy } from '../../ui/use-busy.ts'

/** Unsent entries of an account that was deleted on another device. */
export type DeletedAccountEntries = {
  count: number
  /** Deletes the entries from this device. */
  onDelete: () => Promise<void>
  /** Saves the entries in a file. Undefined unless the session of their coach has just ended. */
  onSave?: () => void
}

/** Offers to delete entries that can no longer be sent, because their account cannot sign in. */
export const DeletedAccountNotice = ({ count, onDelete, onSave }: DeletedAccountEntries) => {
  const t = useTranslate()
  const { busy, run } = useBusy()
  const [isDeleted, setIsDeleted] = useState(false)
  const deleteEntries = async () => {
    try {
      await onDelete()
      setIsDeleted(true)
    } catch {
      notify.error(t('profile.eraseFailed'))
    }
  }
  if (isDeleted) return <Notice tone="success">{t('signIn.leftOverDeleted')}</Notice>
  return (
    <Notice tone="warning">
      <p>{t('signIn.leftOver', { count })}</p>
      <ButtonRow>
        {onSave && (
          <Button variant="secondary" onClick={onSave}>
            {t('signIn.leftOverSave')}
          </Button>
        )}
        <Button variant="danger" busy={busy} onClick={() => run(deleteEntries)}>
          {t('profile.erase')}
        </Button>
      </ButtonRow>
    </Notice>
  )
}
