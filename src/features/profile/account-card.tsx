import { useState } from 'react'
import type { AuthFailure } from '../../session/failures.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { countUnsentWork } from '../../outbox/count-unsent.ts'
import type { Pending } from '../../outbox/outbox.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/layout/confirm-dialog.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { NameList } from '../../ui/feedback/name-list.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import { ProfileSection } from './profile-section.tsx'
import styles from './profile.module.css'

export type AccountActions = {
  /** The entries that have not reached the server yet. */
  unsent: Pending
  /** The files whose uploads a sign-out ends. */
  uploads: readonly string[]
  onSignOut: () => void
  signOutEverywhere: () => Promise<Result<void, AuthFailure>>
}

/** The account's password and sessions. */
export const AccountCard = ({ actions }: { actions: AccountActions }) => {
  const t = useTranslate()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { busy, run } = useBusy()
  const [failure, setFailure] = useState<AuthFailure>()
  const unsentCount = countUnsentWork(actions.unsent)

  const signOutEverywhere = async () => {
    setFailure(undefined)
    const result = await actions.signOutEverywhere()
    if (!result.ok) setFailure(result.error)
  }

  return (
    <ProfileSection id="account" title={t('profile.account')}>
      <ul className={styles.rows}>
        <li>
          <LocaleLink to="change-password" className={buttonClass('row')}>
            {t('changePassword.title')}
          </LocaleLink>
        </li>
        <li>
          <Button variant="row" onClick={actions.onSignOut}>
            {t('profile.signOut')}
          </Button>
        </li>
        <li>
          <Button variant="row" onClick={() => setIsDialogOpen(true)}>
            {t('profile.signOutEverywhere')}
          </Button>
        </li>
        <li>
          <LocaleLink to="delete-account" className={buttonClass('dangerRow')}>
            {t('deleteAccount.title')}
          </LocaleLink>
        </li>
      </ul>
      <ConfirmDialog
        open={isDialogOpen}
        title={t('profile.signOutEverywhereTitle')}
        confirmLabel={t('profile.signOutEverywhere')}
        cancelLabel={t('common.cancel')}
        busy={busy}
        onConfirm={() => run(signOutEverywhere)}
        onCancel={() => setIsDialogOpen(false)}
      >
        {failure && <FailureNotice failure={failure} />}
        <p>{t('profile.signOutEverywhereBody')}</p>
        {unsentCount > 0 && <p>{t('signOut.unsent', { count: unsentCount })}</p>}
        {actions.uploads.length > 0 && <p>{t('signOut.uploads', { count: actions.uploads.length })}</p>}
        <NameList names={actions.uploads} />
      </ConfirmDialog>
    </ProfileSection>
  )
}
