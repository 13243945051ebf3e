import { useRef, type FormEvent, type ReactNode } from 'react'
import type { AuthFailure } from '../../session/failures.ts'
import type { SignedUp, SignUpInput } from '../../account/account.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Page } from '../../ui/layout/page.tsx'
import { NameFields } from '../../person/form/name-fields.tsx'
import { NewPasswordField } from '../../person/form/new-password-field.tsx'
import { RegistrationSelect } from '../../person/form/registration-select.tsx'
import { SurveyProfileFields } from '../../person/form/survey-profile-fields.tsx'
import { EmailField } from '../../ui/form/email-field.tsx'
import { FieldErrors } from '../../ui/form/field-errors.ts'
import { textsOf, useForm } from '../../ui/form/use-form.ts'
import { ConsentFields } from './consent-fields.tsx'
import type { SignUpTexts } from './sign-up-draft.ts'
import { signUpFormOf } from './sign-up-form.ts'
import styles from './sign-up-screen.module.css'
import { RoleFields, WorkFields } from './work-fields.tsx'

/** Puts texts into the fields of a form that nobody has touched yet. */
const fillForm = (form: HTMLFormElement, texts: SignUpTexts): void => {
  for (const field of form.elements) {
    const text = texts[field.getAttribute('name') ?? '']
    if (text === undefined) continue
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = text
  }
}

type Props = {
  /** What was typed before a reload. */
  begun: SignUpTexts
  onTyped: (texts: SignUpTexts) => void
  signUp: (input: SignUpInput) => Promise<Result<SignedUp, AuthFailure>>
  onSignedUp: (account: SignedUp) => void
  offline: boolean
}

const Group = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className={styles.group}>
    <legend className={styles.legend}>{legend}</legend>
    {children}
  </fieldset>
)

/** Creates an account. */
export const SignUpScreen = ({ begun, onTyped, signUp, onSignedUp, offline }: Props) => {
  const t = useTranslate()
  const locale = useLocale()
  const loyal = locale.auth.kind === 'loyalty'
  const { errors, busy, failure, form } = useForm({
    schema: signUpFormOf(locale),
    submit: signUp,
    onDone: (account) => {
      notify.success(t('successMessage.signUpSucess'))
      onSignedUp(account)
    },
  })

  const filled = useRef(false)
  const fillOnce = (element: HTMLFormElement | null) => {
    if (!element || filled.current) return
    filled.current = true
    fillForm(element, begun)
  }
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    form.onInput(event)
    onTyped(textsOf(event.currentTarget))
  }

  return (
    <Page title={t('signUp.title')} intro={t('signUp.intro')}>
      <form {...form} ref={fillOnce} onInput={onInput} className={styles.form}>
        <FieldErrors value={errors}>
          <Group legend={t('signUp.aboutYou')}>
            <NameFields />
            <RegistrationSelect question="organisation" optional />
          </Group>
          <Group legend={t('signUp.account')}>
            <EmailField label={t('signUp.email')} autoComplete="email" />
            <NewPasswordField label={t('signUp.password')} name="password" />
          </Group>
          <Group legend={t('signUp.work')}>
            {loyal ? <SurveyProfileFields /> : <RoleFields />}
            <WorkFields />
          </Group>
          <Group legend={t('signUp.consent')}>
            <ConsentFields />
          </Group>
        </FieldErrors>
        {offline && <Notice tone="warning">{t('error.offlineNeedsConnection')}</Notice>}
        {failure && <FailureNotice failure={failure} />}
        <Button type="submit" busy={busy}>
          {t('signUp.submit')}
        </Button>
      </form>
      <p>
        {t('signUp.haveAccount')} <LocaleLink to="login">{t('signUp.toSignIn')}</LocaleLink>
      </p>
    </Page>
  )
}
