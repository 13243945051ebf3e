import { createFileRoute, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { hasHostedSignIn } from '../../config/has-hosted-sign-in.ts'
import { saveJson } from '../../features/profile/save-json.ts'
import { SignInScreen } from '../../features/sign-in/sign-in-screen.tsx'
import type { MessageId } from '../../i18n/message-id.ts'
import { fail } from '../../lib/result.ts'
import { ignoreInvalid } from '../../lib/ignore-invalid.ts'
import { getTargetAfterSignIn, redirectWhenSignedIn, requireStorage } from '../-guards.ts'
import { useLeaveSignal } from '../-use-leave-signal.ts'
import { useOffline } from '../-use-offline.ts'
import { findDeletedAccountEntries } from './-deleted-account-entries.ts'
import { retainReturnTo, returnToSearch } from './-return-to.ts'

/** The notice about the action that has led to this screen. */
const noticeByAction = {
  confirmed: 'signIn.confirmed',
  password: 'successMessage.passwordChangedSucess',
  'signed-up': 'successMessage.signUpSucess',
  /** The coach took too long for the next step of a sign-in. */
  expired: 'errorMessage.challengeOver',
} as const

/** The notice about the page that a signed-in customer returns to. */
const noticeByPage = { files: 'files.reason.signIn', admin: 'admin.access.signIn' } as const

/** The screens that continue a sign-in. */
const screenByStep = { verify: '/$locale/confirm-email', challenge: '/$locale/confirm-sign-in' } as const

const searchSchema = v.object({
  /** The action that has led to this screen. */
  done: ignoreInvalid(v.picklist(['confirmed', 'password', 'signed-up', 'expired'])),
  /**
   * The page to return to when a signed-in customer signs in again, because a service has refused the
   * credentials of their session, or because an admin has set up a second factor since the sign-in.
   */
  again: ignoreInvalid(v.picklist(['files', 'admin'])),
  /** Why the session ended, after a visit of the page on which the coach had signed in (`endPageSession`). */
  ended: ignoreInvalid(
    v.picklist(['errorMessage.sessionExpired', 'error.accountDeleted', 'error.endedElsewhere']),
  ),
  // `returnTo` is also the page on which a session ended.
  ...returnToSearch,
})

export const Route = createFileRoute('/$locale/login')({
  validateSearch: searchSchema,
  search: retainReturnTo,
  beforeLoad: ({ context, search: { again, returnTo } }) => {
    if (again) requireStorage(context)
    else redirectWhenSignedIn(context, returnTo)
  },
  loader: async ({ context: { services } }) => {
    // A device whose storage cannot be read, or does not respond, must not block the form.
    const [pendingVerification, deletedAccountEntries] = await Promise.all([
      services.session.account.pendingVerification(),
      services.session.withTimeLimit(findDeletedAccountEntries(services, saveJson)).catch(() => undefined),
    ])
    // The state that this form is for: a new identity loads it again, and the form's own sign-in changes nothing.
    return { pendingVerification, deletedAccountEntries, state: services.session.state() }
  },
  // A cached email of an earlier sign-up would be shown again on a later visit.
  gcTime: 0,
  component: LoginRoute,
})

/** After a sign-out, ends the session of the hosted sign-in page too. */
const useEndHostedSession = (
  isEnabled: boolean,
  endReason: v.InferOutput<typeof searchSchema>['ended'],
): void => {
  const { services, locale } = Route.useRouteContext()
  useEffect(() => {
    if (!isEnabled) return
    const end = async () => {
      const hosted = await services.session.account.loadHostedSignIn()
      await hosted.endPageSession(locale.code, services.device.openForms.get, endReason)
    }
    // Without a connection the code cannot be loaded, and the session of the page cannot be ended either.
    end().catch(() => undefined)
  }, [isEnabled, endReason, services, locale])
}

function LoginRoute() {
  const { services, locale, i18n } = Route.useRouteContext()
  const { done, again, ended, returnTo } = Route.useSearch()
  const { pendingVerification, deletedAccountEntries, state } = Route.useLoaderData()
  // The email address that the coach has typed on the previous screen.
  const knownEmail = useRouterState({ select: ({ location }) => location.state.email })
  const navigate = Route.useNavigate()
  // A sign-in may succeed when the coach has already left this screen for another form, which a navigation would
  // empty.
  const getLeaveSignal = useLeaveSignal()
  const endReason = state.status === 'anonymous' ? (state.endReason ?? ended) : undefined
  /** Returns the message that explains why this screen is shown, the most important reason first. */
  const getNotice = (): MessageId | undefined => {
    if (done) return noticeByAction[done]
    if (endReason) return endReason
    if (again) return noticeByPage[again]
    return returnTo === undefined ? undefined : 'signIn.toOpen'
  }
  const isHosted = hasHostedSignIn(services.session.account.userPools, locale.code)
  useEndHostedSession(isHosted && state.status === 'anonymous', endReason)
  const signedInEmail = state.status === 'authenticated' ? state.user.email : undefined
  const target = again
    ? ({ to: `/$locale/${again}`, params: { locale: locale.code } } as const)
    : getTargetAfterSignIn(locale, i18n, returnTo)

  const preparePasskeys = async () => (await services.session.account.loadPasskeys()).prepare(locale.code)
  const signInWithPasskey = async (email: string) => {
    const passkeys = await services.session.account.loadPasskeys().catch(() => undefined)
    return passkeys
      ? passkeys.signIn(locale.code, email, getLeaveSignal())
      : fail({ message: 'errorMessage.authLoginError', reason: 'error.network' } as const)
  }

  return (
    <SignInScreen
      email={knownEmail ?? pendingVerification?.email ?? signedInEmail}
      notice={getNotice()}
      deletedAccountEntries={deletedAccountEntries}
      offline={useOffline(services)}
      isHosted={isHosted}
      signIn={(email, password) => services.session.account.signIn(locale.code, email, password)}
      signInWithPasskey={state.status === 'authenticated' ? undefined : signInWithPasskey}
      hasUsedPasskey={services.session.account.hasUsedPasskey}
      // If this download fails, the press starts it again and reports a failure.
      preparePasskeys={() => void preparePasskeys().catch(() => undefined)}
      onSignedIn={() => {
        void services.outbox.track('sign_in', { locale: locale.code })
        return getLeaveSignal()?.aborted ? undefined : navigate({ ...target, replace: true })
      }}
      onNextStep={(step) => {
        if (getLeaveSignal()?.aborted) return
        void navigate({
          to: screenByStep[step],
          search: { returnTo: again ? `/${locale.code}/${again}` : returnTo },
        })
      }}
    />
  )
}
