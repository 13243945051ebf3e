import { createFileRoute, useCanGoBack, useRouter } from '@tanstack/react-router'
import * as v from 'valibot'
import { createSignUpDraft } from '../../features/sign-up/sign-up-draft.ts'
import { SignUpScreen } from '../../features/sign-up/sign-up-screen.tsx'
import { signUpSteps, type SignUpStep } from '../../features/sign-up/steps.tsx'
import { ignoreInvalid } from '../../lib/ignore-invalid.ts'
import { getTargetAfterSignIn, redirectWhenSignedIn } from '../-guards.ts'
import { useOffline } from '../-use-offline.ts'
import { retainReturnTo, returnToSearch } from './-return-to.ts'

const searchSchema = v.object({
  step: ignoreInvalid(v.picklist(signUpSteps)),
  ...returnToSearch,
})

/** Returns the search params of a step. Without them, the first step is shown. */
const toSearch = (step: SignUpStep) => (step === signUpSteps[0] ? {} : { step })

export const Route = createFileRoute('/$locale/sign-up')({
  validateSearch: searchSchema,
  search: retainReturnTo,
  beforeLoad: ({ context, search: { returnTo }, cause }) => {
    // A sign-in of another page or tab must not empty a form that is being filled in.
    if (cause !== 'stay' || !context.services.device.openForms.get()) redirectWhenSignedIn(context, returnTo)
  },
  loader: async ({ context: { services, locale } }) => {
    const draft = createSignUpDraft(services.device, locale.code)
    return { draft, initialDraft: await draft.read() }
  },
  // A cached draft would show again what was typed on an earlier visit.
  gcTime: 0,
  component: SignUpRoute,
})

function SignUpRoute() {
  const { services, locale, i18n } = Route.useRouteContext()
  const { draft, initialDraft } = Route.useLoaderData()
  const { step = signUpSteps[0], returnTo } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  const previousStep = signUpSteps[signUpSteps.indexOf(step) - 1] ?? signUpSteps[0]
  /**
   * Opens the screen after a sign-up: the code from the email, if the locale's identity provider sends one,
   * otherwise the first page, or the sign-in screen if signing in failed.
   */
  const navigateTo = {
    verify: () => navigate({ to: '/$locale/confirm-email' }),
    'signed-in': () => navigate({ ...getTargetAfterSignIn(locale, i18n, returnTo), replace: true }),
    'sign-in': () => navigate({ to: '/$locale/login', search: { done: 'signed-up' } }),
  }

  return (
    <SignUpScreen
      step={step}
      onStep={(to) => void navigate({ search: toSearch(to) })}
      onBack={() => {
        if (canGoBack) history.back()
        else void navigate({ search: toSearch(previousStep), replace: true })
      }}
      initialTexts={initialDraft}
      onTextsChange={(texts) => void draft.write(texts)}
      offline={useOffline(services)}
      signUp={(input) => services.session.account.signUp(locale.code, input)}
      onSignedUp={({ next }) => {
        // Until the code is confirmed, the coach may return, for example to correct a mistyped email.
        if (next !== 'verify') void draft.discard()
        void services.outbox.track('sign_up', { locale: locale.code })
        void navigateTo[next]()
      }}
    />
  )
}
