import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { hasHostedSignIn } from '../../config/has-hosted-sign-in.ts'
import { HostedSignInScreen } from '../../features/hosted-sign-in/hosted-sign-in-screen.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useStore } from '../../lib/use-store.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { getTargetAfterSignIn } from '../-guards.ts'
import { useLeaveSignal } from '../-use-leave-signal.ts'
import { useOffline } from '../-use-offline.ts'
import { retainReturnTo, returnToSearch } from './-return-to.ts'

/**
 * Leads to the hosted sign-in page of a user pool. That page leads back to this one, whose response
 * `takeHostedResponse` has already taken out of the address. The work is in the component, because a loader
 * would be part of the first load.
 */
export const Route = createFileRoute('/$locale/hosted-sign-in')({
  validateSearch: v.object(returnToSearch),
  search: retainReturnTo,
  beforeLoad: ({ context: { services, locale }, search }) => {
    if (hasHostedSignIn(services.session.account.userPools, locale.code)) return
    throw redirect({ to: '/$locale/login', params: { locale: locale.code }, search, replace: true })
  },
  component: HostedSignInRoute,
})

/** Signs the coach in with the response of the hosted page, and opens the page that they wanted to see. */
const useHostedReturn = () => {
  const { services, locale, i18n } = Route.useRouteContext()
  const { returnTo } = Route.useSearch()
  const navigate = Route.useNavigate()
  const t = useTranslate()
  const getLeaveSignal = useLeaveSignal()
  return useQuery({
    queryKey: ['hosted-sign-in', locale.code],
    queryFn: async () => {
      const hosted = await services.session.account.loadHostedSignIn()
      const result = await hosted.complete(locale.code)
      if (!result.ok) return { hosted, failure: result.error, canRetry: hosted.canRetry() }
      const isReturn = result.value !== undefined
      if (isReturn) {
        void services.outbox.track('sign_in', { locale: locale.code })
        notify.success(t('successMessage.authLogin'))
      }
      // Elsewhere, the coach may be filling in a form.
      if (services.session.state().status === 'authenticated' && !getLeaveSignal()?.aborted) {
        const target = getTargetAfterSignIn(locale, i18n, isReturn ? result.value?.returnTo : returnTo)
        await navigate({ ...target, replace: true })
      }
      return { hosted, failure: undefined, canRetry: false }
    },
    // The page works without a connection: it says what is missing.
    networkMode: 'always',
    retry: false,
    throwOnError: true,
    staleTime: Infinity,
    gcTime: 0,
  })
}

function HostedSignInRoute() {
  const { services, locale } = Route.useRouteContext()
  const { returnTo } = Route.useSearch()
  const { data, isFetching, refetch } = useHostedReturn()
  const offline = useOffline(services)
  const { account } = services.session
  const state = useStore(services.session, services.session.state)
  useEffect(
    () => () => {
      account.loadHostedSignIn().then(
        (hosted) => hosted.forget(),
        // Without its code, nothing is remembered either.
        () => undefined,
      )
    },
    [account],
  )

  return (
    <HostedSignInScreen
      isCompleting={isFetching}
      failure={data?.failure}
      signedInEmail={state.status === 'authenticated' ? state.user.email : undefined}
      canRetry={data?.canRetry === true}
      offline={offline}
      retry={async () => {
        data?.hosted.retry()
        await refetch()
      }}
      start={async () => (await account.loadHostedSignIn()).start(locale.code, returnTo)}
    />
  )
}
