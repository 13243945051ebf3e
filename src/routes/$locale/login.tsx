import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { createResetRecord } from '../../features/forgot-password/reset-record.ts'
import { SignInScreen } from '../../features/sign-in/sign-in-screen.tsx'
import { arrivalOf, leaveWhenSignedIn, requireStorage } from '../-guards.ts'
import { useOffline } from '../-use-offline.ts'
import { placeSearch, retainPlace } from './-place.ts'
import type { Services } from '../../app/services/services.ts'
import { saveJson } from '../../features/profile/save-json.ts'
import type { LeftOver } from '../../features/sign-in/left-over-notice.tsx'

/** The action that has just been completed and that leads to the sign-in screen. */
const notices = {
  confirmed: 'signIn.confirmed',
  password: 'successMessage.passwordChangedSucess',
  'signed-up': 'successMessage.signUpSucess',
} as const
const done = v.picklist(['confirmed', 'password', 'signed-up'])
/** The page to return to for a signed-in customer whose credentials a service refused. */
const again = v.picklist(['files'])
const search = v.object({
  done: v.fallback(v.optional(done), undefined),
  again: v.fallback(v.optional(again), undefined),
  /** Also set to the page on which a session ended. */
  ...placeSearch,
})

export const Route = createFileRoute('/$locale/login')({
  validateSearch: search,
  search: retainPlace,
  beforeLoad: ({ context, search: { again, place } }) => {
    if (again) requireStorage(context)
    else leaveWhenSignedIn(context, place)
  },
  loader: async ({ context: { services } }) => {
    // A device whose storage cannot be read, or does not respond, must not block the form.
    const [pending, leftOver] = await Promise.all([
      services.session.account.pendingVerification(),
      services.session.inTime(leftOverOf(services)).catch(() => undefined),
    ])
    return { pending, leftOver }
  },
  // A cached address of an earlier sign-up would be shown again on a later visit.
  gcTime: 0,
  component: LoginRoute,
})

function LoginRoute() {
  const { services, locale, i18n } = Route.useRouteContext()
  const { done, again, place } = Route.useSearch()
  const { pending, leftOver } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const state = services.session.state()
  const ended = state.status === 'anonymous' ? state.ended : undefined
  const toOpen = place === undefined ? undefined : 'signIn.toOpen'
  const signedInEmail = state.status === 'authenticated' ? state.user.email : undefined
  const next = again
    ? ({ to: `/$locale/${again}`, params: { locale: locale.code } } as const)
    : arrivalOf(locale, i18n, place)

  const signIn = async (email: string, password: string) => {
    const result = await services.session.account.signIn(locale.code, email, password)
    // The screen that resets the password starts with this address.
    if (!result.ok && result.error.step === 'reset')
      await createResetRecord(services.device.drafts, locale.code).write({ step: 'request', email })
    return result
  }

  return (
    <SignInScreen
      email={pending?.email ?? signedInEmail}
      notice={done ? notices[done] : (ended ?? (again && 'files.reason.signIn') ?? toOpen)}
      leftOver={leftOver}
      offline={useOffline(services)}
      signIn={signIn}
      onSignedIn={() => {
        void services.outbox.track('sign_in', { locale: locale.code })
        void navigate({ ...next, replace: true })
      }}
      onUnconfirmed={() => void navigate({ to: '/$locale/confirm-email' })}
    />
  )
}

/**
 * The unsent work on this device of an account that was deleted elsewhere. It can no longer be sent, so the
 * coach may save it and then delete it. If there is none, the rest of the customer's data on this device is
 * deleted at once.
 */
const leftOverOf = async ({
  session,
  outbox: { outbox },
  uploads,
  device,
}: Services): Promise<LeftOver | undefined> => {
  const customer = await session.deletedCustomer()
  if (customer === undefined) return undefined
  const entries = await outbox.entriesOf(customer)
  const remove = async () => {
    await Promise.all([device.forgetCustomer(customer), uploads.client.of(customer).clear()])
    await session.forgetDeletedCustomer()
  }
  if (entries.length === 0) {
    // Not awaited: a failure is retried at the next visit.
    void remove().catch(() => undefined)
    return undefined
  }
  const state = session.state()
  // Only if the session has just ended: later another person may hold this device.
  const isTheirs = state.status === 'anonymous' && state.ended === 'error.accountDeleted'
  const save = () =>
    saveJson(
      'breaking-barriers-not-sent.json',
      entries.map(({ name, payload, capturedAt }) => ({ name, payload, capturedAt })),
    )
  return { count: entries.length, remove, ...(isTheirs && { save }) }
}
