import { useRef, type FormEvent } from 'react'
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
import { Stack } from '../../ui/layout/stack.tsx'
import { NameFields } from '../../person/form/name-fields.tsx'
import { NewPasswordField } from '../../person/form/new-password-field.tsx'
import { RegistrationSelect } from '../../person/form/registration-select.tsx'
import { SurveyProfileFields } from '../../person/form/survey-profile-fields.tsx'
import { EmailField } from '../../ui/form/text-field.tsx'
import { FieldErrors } from '../../ui/form/field.tsx'
import { textsOf, useForm } from '../../ui/form/use-form.ts'
import { ConsentFields, RoleFields, WorkFields } from './sign-up-fields.tsx'
import type { SignUpTexts } from './sign-up-draft.ts'
import { signUpFormOf } from './sign-up-form.ts'
import styles from './steps.module.css'
import {
  isAskedBy,
  ShownStep,
  signUpSteps,
  Step,
  StepBars,
  stepOf,
  useStepFocus,
  type SignUpStep,
} from './steps.tsx'

/** Fills the fields of an untouched form. */
const fillForm = (form: HTMLFormElement, texts: SignUpTexts): void => {
  for (const field of form.elements) {
    const text = texts[field.getAttribute('name') ?? '']
    if (text === undefined) continue
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = text
  }
}

type Props = {
  /** The step on the screen, and a function to change it. */
  step: SignUpStep
  onStep: (step: SignUpStep) => void
  onBack: () => void
  /** What was typed before a reload. */
  begun: SignUpTexts
  onTyped: (texts: SignUpTexts) => void
  signUp: (input: SignUpInput) => Promise<Result<SignedUp, AuthFailure>>
  onSignedUp: (account: SignedUp) => void
  offline: boolean
}

/** Creates an account, in three steps of one form. */
export const SignUpScreen = ({
  step,
  onStep,
  onBack,
  begun,
  onTyped,
  signUp,
  onSignedUp,
  offline,
}: Props) => {
  const t = useTranslate()
  const locale = useLocale()
  const loyal = locale.auth.kind === 'loyalty'
  const next = signUpSteps[signUpSteps.indexOf(step) + 1]
  const { place, focusLater } = useStepFocus(step)
  const { errors, busy, failure, form } = useForm({
    schema: signUpFormOf(locale),
    submit: signUp,
    onDone: (account) => {
      notify.success(t('successMessage.signUpSucess'))
      onSignedUp(account)
    },
    steps: {
      isAsked: (field) => isAskedBy(step, field),
      next: next && (() => onStep(next)),
      show: (field) => {
        const other = stepOf(field)
        if (other === step) return
        focusLater(field)
        onStep(other)
      },
    },
  })
  const wrong = Object.keys(errors).length

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
    <Page title={t('signUp.title')} intro={step === signUpSteps[0] ? t('signUp.intro') : undefined}>
      <form {...form} ref={fillOnce} onInput={onInput}>
        <ShownStep value={step}>
          <Stack gap="l">
            <StepBars />
            <FieldErrors value={errors}>
              <div ref={place}>
                <Step name="you">
                  <NameFields />
                  <RegistrationSelect question="organisation" optional />
                  <EmailField label={t('signUp.email')} autoComplete="email" />
                </Step>
                <Step name="work">
                  {loyal ? <SurveyProfileFields /> : <RoleFields />}
                  <WorkFields />
                </Step>
                <Step name="agreements">
                  <NewPasswordField label={t('signUp.password')} name="password" />
                  <ConsentFields />
                </Step>
              </div>
            </FieldErrors>
            {wrong > 0 && <Notice tone="warning">{t('signUp.fieldsToCheck', { count: wrong })}</Notice>}
            {offline && <Notice tone="warning">{t('error.offlineForm')}</Notice>}
            {failure && <FailureNotice failure={failure} />}
            <div className={styles.moves}>
              {step !== 'you' && (
                <Button variant="secondary" onClick={onBack}>
                  {t('signUp.back')}
                </Button>
              )}
              <Button type="submit" busy={busy}>
                {t(next ? 'signUp.next' : 'signUp.submit')}
              </Button>
            </div>
          </Stack>
        </ShownStep>
      </form>
      <p>
        <span>{t('signUp.haveAccount')}</span> <LocaleLink to="login">{t('signUp.toSignIn')}</LocaleLink>
      </p>
    </Page>
  )
}
