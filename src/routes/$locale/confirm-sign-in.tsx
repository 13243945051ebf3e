import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { ConfirmSignInScreen } from '../../features/confirm-sign-in/confirm-sign-in-screen.tsx'
import { getTargetAfterSignIn, redirectWhenSignedIn } from '../-guards.ts'
import { useOffline } from '../-use-offline.ts'
import { retainReturnTo, returnToSearch } from './-return-to.ts'

export const Route = createFileRoute('/$locale/confirm-sign-in')({
  validateSearch: v.object(returnToSearch),
  search: retainReturnTo,
  beforeLoad: ({ context, search: { returnTo } }) => redirectWhenSignedIn(context, returnTo),
  loader: async ({ context: { services, locale } }) => {
    const challenges = await services.session.account.loadChallenges()
    const pending = challenges.pending()
    if (pending) return { challenges, ...pending }
    const expired = await challenges.endExpired()
    throw redirect({
      to: '/$locale/login',
      params: { locale: locale.code },
      search: expired ? { done: 'expired' } : {},
      state: expired ?? {},
      replace: true,
    })
  },
  // A cached challenge would be shown again after its answer.
  gcTime: 0,
  component: ConfirmSignInRoute,
})

const focusHeading = (heading: HTMLHeadingElement | null): void => heading?.focus()

function ConfirmSignInRoute() {
  const { services, locale, i18n } = Route.useRouteContext()
  const { returnTo } = Route.useSearch()
  const { challenges, challenge, email, since } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  // `since` identifies a challenge.
  const [initialSince] = useState(since)
  const router = useRouter()

  return (
    <ConfirmSignInScreen
      // Each challenge has its own form.
      key={since}
      challenge={challenge}
      email={email}
      // Only the heading of a following challenge takes the focus.
      headingRef={since === initialSince ? null : focusHeading}
      offline={useOffline(services)}
      answer={challenges.answer}
      onSignedIn={() => {
        void services.outbox.track('sign_in', { locale: locale.code })
        void navigate({ ...getTargetAfterSignIn(locale, i18n, returnTo), replace: true })
      }}
      onNextChallenge={() => router.invalidate()}
      onRestart={() => void challenges.cancel()}
      measureClock={services.offline.measureClock}
    />
  )
}
