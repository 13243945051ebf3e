import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { createCodeSchema } from '../../person/form/account-schemas.ts'
import { AuthenticatorKey } from '../../person/form/authenticator-key.tsx'
import { useClockHint } from '../../person/form/clock-hint.tsx'
import { CodeField } from '../../person/form/code-field.tsx'
import type { AuthFailure } from '../../session/auth-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'

const codeFormSchema = v.object({ code: createCodeSchema('errorMessage.authCodeverify') })

type Props = {
  email: string
  /** The key of the authenticator app. */
  secret: string
  turnOn: (code: string) => Promise<Result<void, AuthFailure>>
  /** Resolves to how far the clock of this device is off, in ms. */
  measureClock: () => Promise<number>
  onDone: () => void
  /** Called if the coach wants another key, for example because another tab has replaced this key. */
  onRestart: () => void
}

/** Adds the account to an authenticator app, and turns the second factor on with the first code. */
export const SetUpForm = ({ secret, email, measureClock, turnOn, onDone, onRestart }: Props) => {
  const t = useTranslate()
  const clock = useClockHint(measureClock)
  const state = useForm({
    schema: codeFormSchema,
    submit: async ({ code }) => {
      const result = await turnOn(code)
      if (!result.ok) await clock.measure()
      return result
    },
    onDone,
  })
  return (
    <>
      <AuthenticatorKey email={email} secret={secret} />
      <Form state={state} submitLabel={t('secondFactor.save')} help={clock.hint} compact>
        <CodeField hint={t('confirmSignIn.code.TOTP.hint')} />
      </Form>
      <div>
        <Button variant="secondary" onClick={onRestart}>
          {t('secondFactor.again')}
        </Button>
      </div>
    </>
  )
}
