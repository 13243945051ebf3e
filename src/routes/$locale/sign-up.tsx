import { createFileRoute } from '@tanstack/react-router'
import { SignUpScreen } from '../../features/sign-up/sign-up-screen.tsx'
import { leaveWhenSignedIn } from '../-landing.ts'

export const Route = createFileRoute('/$locale/sign-up')({
  beforeLoad: ({ context }) => leaveWhenSignedIn(context),
  component: SignUpRoute,
})

function SignUpRoute() {
  const { services, locale } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  return (
    <SignUpScreen
      signUp={(input) => services.auth.signUp(locale.code, input)}
      onSignedUp={() => void navigate({ to: '/$locale/verify', params: { locale: locale.code } })}
    />
  )
}
