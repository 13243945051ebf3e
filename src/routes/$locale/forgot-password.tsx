import { createFileRoute, useRouterState } from '@tanstack/react-router'
import * as v from 'valibot'
import { ForgotPasswordScreen } from '../../features/forgot-password/forgot-password-screen.tsx'
import { createResetRecord, toInitialReset } from '../../features/forgot-password/reset-record.ts'
import { redirectWhenSignedIn } from '../-guards.ts'
import { useOffline } from '../-use-offline.ts'
import { retainReturnTo, returnToSearch } from './-return-to.ts'

export const Route = createFileRoute('/$locale/forgot-password')({
  validateSearch: v.object(returnToSearch),
  search: retainReturnTo,
  beforeLoad: ({ context, search: { returnTo } }) => redirectWhenSignedIn(context, returnTo),
  loader: async ({ context: { services, locale } }) => {
    const record = createResetRecord(services.device.drafts, locale.code)
    const [savedReset, pausedUntil] = await Promise.all([
      record.read(),
      services.session.account.readResetPauseEnd(),
    ])
    return { record, savedReset, pausedUntil }
  },
  // A cached step would be shown again on a later visit.
  gcTime: 0,
  component: ForgotPasswordRoute,
})

function ForgotPasswordRoute() {
  const { services, locale } = Route.useRouteContext()
  const { record, savedReset, pausedUntil } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const { account } = services.session
  // The email address that the coach has typed on the previous screen.
  const knownEmail = useRouterState({ select: ({ location }) => location.state.email })

  return (
    <ForgotPasswordScreen
      // Each locale has its own reset.
      key={locale.code}
      initialReset={toInitialReset(savedReset, knownEmail)}
      pausedUntil={pausedUntil}
      offline={useOffline(services)}
      record={record}
      request={(email) => account.forgotPassword(locale.code, email)}
      reset={(email, code, password) => account.submitNewPassword(locale.code, { email, code, password })}
      onDone={() => {
        void services.outbox.track('password_reset', { locale: locale.code })
        void navigate({ to: '/$locale/login', search: { done: 'password' }, replace: true })
      }}
    />
  )
}
