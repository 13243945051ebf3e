import { createFileRoute } from '@tanstack/react-router'
import { locales } from '../../../config/locales.ts'
import { ChangePasswordScreen } from '../../../features/profile/change-password-screen.tsx'
import { BesideProfileMenu } from '../../../features/profile/profile-menu.tsx'
import { useUnfinishedUploads } from '../../../features/profile/use-unfinished-uploads.ts'
import { createTranslate } from '../../../i18n/translate.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { useOffline } from '../../-use-offline.ts'

export const Route = createFileRoute('/$locale/_signed-in/change-password')({
  component: ChangePasswordRoute,
})

function ChangePasswordRoute() {
  const { services, i18n, user } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { account } = services.session
  const uploads = services.uploads.client.forCustomer(user.userID)
  const t = createTranslate(i18n)

  return (
    <BesideProfileMenu current="security">
      <ChangePasswordScreen
        key={user.userID}
        email={user.email}
        uploads={useUnfinishedUploads(uploads, user.userID)}
        offline={useOffline(services)}
        hasPasskeys={locales[user.locale].auth.kind === 'user-pool'}
        changePassword={(fields) =>
          account.changePassword(user.userID, { ...fields, beforeLeaving: uploads.clear })
        }
        onChanged={({ signOutHereToo }) => {
          void services.outbox.track('password_changed', {})
          notify.success(t('changePassword.done'))
          // With a second factor, a new password ends this session too.
          const isSignedOut = signOutHereToo || services.session.state().status !== 'authenticated'
          void (isSignedOut
            ? navigate({ to: '/$locale/login', search: { done: 'password' } })
            : navigate({ to: '/$locale/$slug', params: { slug: t('profileSlug') } }))
        }}
      />
    </BesideProfileMenu>
  )
}
