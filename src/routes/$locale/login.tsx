import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { SignInScreen } from '../../features/sign-in/sign-in-screen.tsx'
import { landingOf, leaveWhenSignedIn } from '../-landing.ts'

/** `confirmed`: the e-mail address was confirmed a moment ago, and the password is not in memory. */
const search = v.object({ confirmed: v.fallback(v.optional(v.boolean()), undefined) })

export const Route = createFileRoute('/$locale/login')({
  validateSearch: search,
  beforeLoad: ({ context }) => leaveWhenSignedIn(context),
  loader: ({ context }) => context.services.auth.pendingVerification(),
  component: LoginRoute,
})

function LoginRoute() {
  const { services, locale, words } = Route.useRouteContext()
  const { confirmed } = Route.useSearch()
  const pending = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const state = services.auth.state()

  return (
    <SignInScreen
      email={pending?.email}
      notice={confirmed ? 'signIn.confirmed' : state.status === 'anonymous' ? state.ended : undefined}
      signIn={(email, password) => services.auth.signIn(locale.code, email, password)}
      onSignedIn={() => void navigate({ ...landingOf(locale, words), replace: true })}
      onUnconfirmed={() => void navigate({ to: '/$locale/verify', params: { locale: locale.code } })}
    />
  )
}
