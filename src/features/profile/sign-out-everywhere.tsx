import { useState } from 'react'
import type { AuthFailure } from '../../session/auth-failure.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { countUnsentWork } from '../../outbox/count-unsent.ts'
import type { Pending } from '../../outbox/outbox.ts'
import { ConfirmDialog } from '../../ui/layout/confirm-dialog.tsx'
import { ActionRow } from '../../ui/layout/row-list.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { NameList } from '../../ui/feedback/name-list.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import { rowIcons } from './row-icons.tsx'

export type AccountActions = {
  /** The numbers of entries that have not reached the server yet. */
  unsent: Pending
  /** The names of the files whose uploads a sign-out ends. */
  uploads: readonly string[]
  onSignOut: () => void
  signOutEverywhere: () => Promise<Result<void, AuthFailure>>
}

/** A row that signs the coach out on all devices, after the coach has confirmed. */
export const SignOutEverywhere = ({
  unsent,
  uploads,
  signOutEverywhere,
}: Omit<AccountActions, 'onSignOut'>) => {
  const t = useTranslate()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { busy, run } = useBusy()
  const [failure, setFailure] = useState<AuthFailure>()
  const unsentCount = countUnsentWork(unsent)

  const signOut = async () => {
    setFailure(undefined)
    const result = await signOutEverywhere()
    if (!result.ok) setFailure(result.error)
  }

  return (
    <ActionRow
      icon={rowIcons.signIns}
      label={t('profile.signOutEverywhere')}
      quiet
      onPress={() => setIsDialogOpen(true)}
    >
      {isDialogOpen && (
        <ConfirmDialog
          title={t('profile.signOutEverywhereTitle')}
          confirmLabel={t('profile.signOutEverywhere')}
          cancelLabel={t('common.cancel')}
          busy={busy}
          onConfirm={() => run(signOut)}
          onCancel={() => setIsDialogOpen(false)}
        >
          {failure && <FailureNotice failure={failure} />}
          <p>{t('profile.signOutEverywhereBody')}</p>
          {unsentCount > 0 && <p>{t('signOut.unsent', { count: unsentCount })}</p>}
          {uploads.length > 0 && <p>{t('signOut.uploads', { count: uploads.length })}</p>}
          <NameList names={uploads} />
        </ConfirmDialog>
      )}
    </ActionRow>
  )
}
