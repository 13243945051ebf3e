import * as v from 'valibot'
import type { AuthFailure } from '../../session/failures.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { emailText } from '../../person/form/account-entries.ts'
import { aloneLink } from '../../ui/alone-link.ts'
import { EmailField } from '../../ui/form/text-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Page } from '../../ui/layout/page.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'

const schema = v.object({ email: emailText })

export type StepProps = {
  email: string
  /** The remaining wait after too many attempts. */
  countdown: string | undefined
  offline: boolean
  /** A ref for the first field: the coach came from the other step, whose button has been removed. */
  focusOnArrival: ((input: HTMLInputElement | null) => void) | undefined
}

type Props = StepProps & { request: (email: string) => Promise<Result<void, AuthFailure>> }

/** Asks for the address of the account, and has a code sent there. */
export const RequestStep = ({ email, countdown, offline, focusOnArrival, request }: Props) => {
  const t = useTranslate()
  const state = useForm({
    schema,
    paused: countdown !== undefined,
    submit: (values) => request(values.email),
  })

  const help = state.failure?.step === 'verify' && (
    <LocaleLink to="confirm-email" className={aloneLink}>
      {t('confirmEmail.title')}
    </LocaleLink>
  )

  return (
    <Page title={t('forgotPassword.title')} intro={t('forgotPassword.intro')}>
      <Form state={state} submit={countdown ?? t('forgotPassword.submit')} offline={offline} help={help}>
        <EmailField label={t('signIn.email')} ref={focusOnArrival} defaultValue={email} />
      </Form>
      <p>
        <LocaleLink to="login" className={aloneLink}>
          {t('forgotPassword.toSignIn')}
        </LocaleLink>
      </p>
    </Page>
  )
}
