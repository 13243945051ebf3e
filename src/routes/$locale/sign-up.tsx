import { createFileRoute } from '@tanstack/react-router'
import { SignUpScreen } from '../../features/sign-up/sign-up-screen.tsx'
import { landingOf, leaveWhenSignedIn } from '../-landing.ts'
import { useOffline } from '../-use-offline.ts'

export const Route = createFileRoute('/$locale/sign-up')({
  beforeLoad: ({ context }) => leaveWhenSignedIn(context),
  component: SignUpRoute,
})

function SignUpRoute() {
  const { services, locale, words } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const params = { locale: locale.code }
  /** Where a new account goes on: the locale's provider decides. */
  const ways = {
    verify: () => navigate({ to: '/$locale/verify', params }),
    'signed-in': () => navigate({ ...landingOf(locale, words), replace: true }),
    'sign-in': () => navigate({ to: '/$locale/login', params, search: { done: 'signed-up' } }),
  }

  return (
    <SignUpScreen
      offline={useOffline(services)}
      signUp={(input) => services.auth.signUp(locale.code, input)}
      onSignedUp={({ next }) => {
        void services.track('sign_up', { locale: locale.code })
        void ways[next]()
      }}
    />
  )
}
