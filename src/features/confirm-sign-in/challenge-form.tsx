import type { ReactNode, Ref } from 'react'
import type * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { ok, type Result } from '../../lib/result.ts'
import { useClockHint } from '../../person/form/clock-hint.tsx'
import { NextStepLink } from '../../person/form/next-step-link.tsx'
import type { Challenge, ChallengeAnswer } from '../../session/challenge.ts'
import type { AuthFailure } from '../../session/auth-failure.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'

/** The props of the form for one kind of challenge. */
export type ChallengeProps<Kind extends Challenge['kind'] = Challenge['kind']> = {
  challenge: Extract<Challenge, { kind: Kind }>
  /** The email address that the coach has signed in with. */
  email: string
  offline: boolean
  answer: (answer: ChallengeAnswer) => Promise<Result<unknown, AuthFailure>>
  onSignedIn: () => void
  /** Called if the provider asks for still more. Resolves when the next challenge is shown. */
  onNextChallenge: () => Promise<void>
  /** Called before the coach goes back to the sign-in form. */
  onRestart: () => void
  /** Focuses the title of the page if the coach comes from another challenge, whose form is gone. */
  headingRef: Ref<HTMLHeadingElement>
  /** Resolves to how far the clock of this device is off, in ms. */
  measureClock: () => Promise<number>
}

type Props<Fields> = Omit<ChallengeProps, 'challenge'> & {
  schema: v.GenericSchema<unknown, Fields>
  /** Whether the answer is a code of an authenticator app, which depends on the clock of its phone. */
  isTimeBased?: boolean
  toAnswer: (fields: Fields) => ChallengeAnswer
  /** The text of the link that starts the sign-in again, if it names a reason. Otherwise a default text. */
  restartLabel?: string | undefined
  /** The fields. */
  children?: ReactNode
}

/** A form that answers a challenge, with a link back to the sign-in form. */
export const ChallengeForm = <Fields,>(props: Props<Fields>) => {
  const { schema, toAnswer, isTimeBased = false, restartLabel, children, email, offline, answer } = props
  const { onSignedIn, onNextChallenge, onRestart, measureClock } = props
  const t = useTranslate()
  const clock = useClockHint(measureClock)
  const state = useForm({
    schema,
    submit: async (fields): Promise<Result<unknown, AuthFailure>> => {
      const result = await answer(toAnswer(fields))
      if (result.ok) {
        notify.success(t('successMessage.authLogin'))
        onSignedIn()
        return result
      }
      if (isTimeBased) await clock.measure()
      if (result.error.step !== 'challenge') return result
      // The form stays busy until the next challenge replaces it, so that a second press does not answer that challenge.
      await onNextChallenge()
      return ok(undefined)
    },
  })
  const renderRestartLink = (label = t('confirmSignIn.restart')) => (
    <LocaleLink to="login" state={{ email }} className={standaloneLinkClass} onClick={onRestart}>
      {label}
    </LocaleLink>
  )
  const { failure } = state

  return (
    <>
      <Form
        state={state}
        submitLabel={t('confirmSignIn.submit')}
        offline={offline}
        help={
          <>
            {clock.hint}
            {failure?.step === 'sign-in' && renderRestartLink()}
            <NextStepLink step={failure?.step} email={email} />
          </>
        }
      >
        {children}
      </Form>
      {failure?.step !== 'sign-in' && <p>{renderRestartLink(restartLabel)}</p>}
    </>
  )
}
