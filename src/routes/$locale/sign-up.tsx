import { createFileRoute, useCanGoBack, useRouter } from '@tanstack/react-router'
import * as v from 'valibot'
import { createSignUpDraft } from '../../features/sign-up/sign-up-draft.ts'
import { SignUpScreen } from '../../features/sign-up/sign-up-screen.tsx'
import { signUpSteps, type SignUpStep } from '../../features/sign-up/steps.tsx'
import { arrivalOf, leaveWhenSignedIn } from '../-guards.ts'
import { useOffline } from '../-use-offline.ts'
import { placeSearch, retainPlace } from './-place.ts'

const search = v.object({
  step: v.fallback(v.optional(v.picklist(signUpSteps)), undefined),
  ...placeSearch,
})

/** An address without a step shows the first step. */
const searchOf = (step: SignUpStep) => (step === signUpSteps[0] ? {} : { step })

export const Route = createFileRoute('/$locale/sign-up')({
  validateSearch: search,
  search: retainPlace,
  beforeLoad: ({ context, search: { place } }) => leaveWhenSignedIn(context, place),
  loader: async ({ context: { services, locale } }) => {
    const draft = createSignUpDraft(services.device, locale.code)
    return { draft, begun: await draft.read() }
  },
  // A cached draft would show again what was typed on an earlier visit.
  gcTime: 0,
  component: SignUpRoute,
})

function SignUpRoute() {
  const { services, locale, i18n } = Route.useRouteContext()
  const { draft, begun } = Route.useLoaderData()
  const { step = signUpSteps[0], place } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { history } = useRouter()
  const cameHere = useCanGoBack()
  const before = signUpSteps[signUpSteps.indexOf(step) - 1] ?? signUpSteps[0]
  /** The next step of a new account; the locale's provider determines it. */
  const goTo = {
    verify: () => navigate({ to: '/$locale/confirm-email' }),
    'signed-in': () => navigate({ ...arrivalOf(locale, i18n, place), replace: true }),
    'sign-in': () => navigate({ to: '/$locale/login', search: { done: 'signed-up' } }),
  }

  return (
    <SignUpScreen
      step={step}
      onStep={(to) => void navigate({ search: searchOf(to) })}
      onBack={() => {
        if (cameHere) history.back()
        else void navigate({ search: searchOf(before), replace: true })
      }}
      begun={begun}
      onTyped={(texts) => void draft.write(texts)}
      offline={useOffline(services)}
      signUp={(input) => services.session.account.signUp(locale.code, input)}
      onSignedUp={({ next }) => {
        // Until the code is confirmed, the coach may come back, for example to correct a mistyped address.
        if (next !== 'verify') void draft.discard()
        void services.outbox.track('sign_up', { locale: locale.code })
        void goTo[next]()
      }}
    />
  )
}
