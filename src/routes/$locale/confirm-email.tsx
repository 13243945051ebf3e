import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { ConfirmEmailScreen } from '../../features/confirm-email/confirm-email-screen.tsx'
import { createSignUpDraft } from '../../features/sign-up/sign-up-draft.ts'
import { getTargetAfterSignIn, redirectWhenSignedIn } from '../-guards.ts'
import { useOffline } from '../-use-offline.ts'
import { retainReturnTo, returnToSearch } from './-return-to.ts'

export const Route = createFileRoute('/$locale/confirm-email')({
  validateSearch: v.object(returnToSearch),
  search: retainReturnTo,
  beforeLoad: ({ context, search: { returnTo } }) => redirectWhenSignedIn(context, returnTo),
  loader: ({ context }) => context.services.session.account.pendingVerification(),
  // A cached email address of an earlier sign-up, possibly mistyped, would be shown again.
  gcTime: 0,
  component: ConfirmEmailRoute,
})

function ConfirmEmailRoute() {
  const { services, locale, i18n } = Route.useRouteContext()
  const { returnTo } = Route.useSearch()
  const pendingVerification = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const { account } = services.session
  const { track } = services.outbox
  /**
   * An account belongs to the locale where it was created, even if the current locale is another one. Without
   * a pending address, the screen asks for the address, and assumes the current locale.
   */
  const accountLocale = pendingVerification?.locale ?? locale.code
  /** The sign-up is complete, so its draft is no longer needed. */
  const discardDraft = () => void createSignUpDraft(services.device, accountLocale).discard()

  return (
    <ConfirmEmailScreen
      email={pendingVerification?.email}
      accountLocale={accountLocale}
      sentAt={pendingVerification?.sentAt}
      offline={useOffline(services)}
      confirm={(email, code) => account.confirm(accountLocale, email, code)}
      resend={(email) => account.resendCode(accountLocale, email)}
      onConfirmed={(next) => {
        discardDraft()
        void track('email_verified', { locale: locale.code })
        if (next === 'signed-in') void track('sign_in', { locale: locale.code })
        const params = { locale: accountLocale }
        if (next === 'signed-in')
          void navigate({ ...getTargetAfterSignIn(locale, i18n, returnTo), replace: true })
        else if (next === 'challenge') void navigate({ to: '/$locale/confirm-sign-in', params })
        else void navigate({ to: '/$locale/login', params, search: { done: 'confirmed' } })
      }}
    />
  )
}
