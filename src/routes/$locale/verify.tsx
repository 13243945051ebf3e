import { createFileRoute } from '@tanstack/react-router'
import { VerifyScreen } from '../../features/verify/verify-screen.tsx'
import { landingOf, leaveWhenSignedIn } from '../-landing.ts'
import { useOffline } from '../-use-offline.ts'

export const Route = createFileRoute('/$locale/verify')({
  beforeLoad: ({ context }) => leaveWhenSignedIn(context),
  loader: ({ context }) => context.services.auth.pendingVerification(),
  component: VerifyRoute,
})

function VerifyRoute() {
  const { services, locale, words } = Route.useRouteContext()
  const pending = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const { auth, track } = services
  /** An account belongs to the locale it was made in, whichever is on screen now. */
  const localeOf = (email: string) => (pending?.email === email ? pending.locale : locale.code)

  return (
    <VerifyScreen
      email={pending?.email}
      offline={useOffline(services)}
      confirm={(email, code) => auth.confirm(localeOf(email), email, code)}
      resend={(email) => auth.resendCode(localeOf(email), email)}
      onSignedIn={() => {
        void track('email_verified', { locale: locale.code })
        void track('sign_in', { locale: locale.code })
        void navigate({ ...landingOf(locale, words), replace: true })
      }}
      onConfirmed={() => {
        void track('email_verified', { locale: locale.code })
        void navigate({
          to: '/$locale/login',
          params: { locale: locale.code },
          search: { done: 'confirmed' },
        })
      }}
    />
  )
}
