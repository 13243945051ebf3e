import { useState } from 'react'
import type { AuthFailure } from '../../session/failures.ts'
import type { CurrentUser } from '../../session/current-user.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/layout/confirm-dialog.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import { ProfileSection } from './profile-section.tsx'

export type AccountActions = {
  /** How much has not reached the server yet. */
  unsent: number
  /** How many uploads a sign-out ends. */
  uploads: number
  onSignOut: () => void
  signOutEverywhere: () => Promise<Result<void, AuthFailure>>
}

/** The account's password and sessions. */
export const AccountCard = ({ user, actions }: { user: CurrentUser; actions: AccountActions }) => {
  const t = useTranslate()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { busy, run } = useBusy()
  const [failure, setFailure] = useState<AuthFailure>()

  const leave = async () => {
    setFailure(undefined)
    const left = await actions.signOutEverywhere()
    if (!left.ok) setFailure(left.error)
  }

  return (
    <ProfileSection title={t('profile.account')}>
      <p>{t('profile.signedInAs', { email: user.email })}</p>
      <Stack row gap="s">
        <LocaleLink to="change-password" className={buttonClass('secondary')}>
          {t('changePassword.title')}
        </LocaleLink>
        <Button variant="secondary" onClick={actions.onSignOut}>
          {t('profile.signOut')}
        </Button>
        <Button variant="quiet" onClick={() => setIsDialogOpen(true)}>
          {t('profile.signOutEverywhere')}
        </Button>
        <LocaleLink to="delete-account" className={buttonClass('quiet')}>
          {t('deleteAccount.title')}
        </LocaleLink>
      </Stack>
      <ConfirmDialog
        open={isDialogOpen}
        title={t('profile.signOutEverywhereTitle')}
        yes={t('profile.signOutEverywhere')}
        no={t('common.cancel')}
        busy={busy}
        onYes={() => run(leave)}
        onNo={() => setIsDialogOpen(false)}
      >
        {failure && <FailureNotice failure={failure} />}
        <p>{t('profile.signOutEverywhereBody')}</p>
        {actions.unsent > 0 && <p>{t('signOut.unsent', { count: actions.unsent })}</p>}
        {actions.uploads > 0 && <p>{t('signOut.uploads', { count: actions.uploads })}</p>}
      </ConfirmDialog>
    </ProfileSection>
  )
}
