import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { createSignUpDraft } from '../../features/sign-up/sign-up-draft.ts'
import { ConfirmEmailScreen } from '../../features/confirm-email/confirm-email-screen.tsx'
import { arrivalOf, leaveWhenSignedIn } from '../-guards.ts'
import { useOffline } from '../-use-offline.ts'
import { placeSearch, retainPlace } from './-place.ts'

export const Route = createFileRoute('/$locale/confirm-email')({
  validateSearch: v.object(placeSearch),
  search: retainPlace,
  beforeLoad: ({ context, search: { place } }) => leaveWhenSignedIn(context, place),
  loader: ({ context }) => context.services.session.account.pendingVerification(),
  // A cached address of an earlier sign-up, possibly mistyped, would be shown again.
  gcTime: 0,
  component: VerifyRoute,
})

function VerifyRoute() {
  const { services, locale, i18n } = Route.useRouteContext()
  const { place } = Route.useSearch()
  const pending = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const { account } = services.session
  const { track } = services.outbox
  /** The sign-up is complete: its draft has to be deleted. */
  const forget = () => void createSignUpDraft(services.device, pending?.locale ?? locale.code).discard()
  /** An account belongs to the locale that it was created in, whichever locale is on screen now. */
  const localeOf = (email: string) => (pending?.email === email ? pending.locale : locale.code)

  return (
    <ConfirmEmailScreen
      email={pending?.email}
      sentAt={pending?.sentAt}
      offline={useOffline(services)}
      confirm={(email, code) => account.confirm(localeOf(email), email, code)}
      resend={(email) => account.resendCode(localeOf(email), email)}
      onSignedIn={() => {
        forget()
        void track('email_verified', { locale: locale.code })
        void track('sign_in', { locale: locale.code })
        void navigate({ ...arrivalOf(locale, i18n, place), replace: true })
      }}
      onConfirmed={() => {
        forget()
        void track('email_verified', { locale: locale.code })
        void navigate({ to: '/$locale/login', search: { done: 'confirmed' } })
      }}
    />
  )
}
