import { createFileRoute } from '@tanstack/react-router'
import { createSignUpDraft } from '../../features/sign-up/sign-up-draft.ts'
import { VerifyScreen } from '../../features/verify/verify-screen.tsx'
import { landingOf, leaveWhenSignedIn } from '../-guards.ts'
import { useOffline } from '../-use-offline.ts'

export const Route = createFileRoute('/$locale/confirm-email')({
  beforeLoad: ({ context }) => leaveWhenSignedIn(context),
  loader: ({ context }) => context.services.session.account.pendingVerification(),
  // Cached for a later visit, the address of an earlier sign-up would come back: a mistyped one, for example.
  gcTime: 0,
  component: VerifyRoute,
})

function VerifyRoute() {
  const { services, locale, i18n } = Route.useRouteContext()
  const pending = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const { account } = services.session
  const { track } = services.outbox
  /** The sign-up is done: what was typed for it has to go. */
  const forget = () => void createSignUpDraft(services.device, pending?.locale ?? locale.code).discard()
  /** An account belongs to the locale it was made in, whichever is on screen now. */
  const localeOf = (email: string) => (pending?.email === email ? pending.locale : locale.code)

  return (
    <VerifyScreen
      email={pending?.email}
      offline={useOffline(services)}
      confirm={(email, code) => account.confirm(localeOf(email), email, code)}
      resend={(email) => account.resendCode(localeOf(email), email)}
      onSignedIn={() => {
        forget()
        void track('email_verified', { locale: locale.code })
        void track('sign_in', { locale: locale.code })
        void navigate({ ...landingOf(locale, i18n), replace: true })
      }}
      onConfirmed={() => {
        forget()
        void track('email_verified', { locale: locale.code })
        void navigate({ to: '/$locale/login', search: { done: 'confirmed' } })
      }}
    />
  )
}
