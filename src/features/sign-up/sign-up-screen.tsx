import { useRef, useState, type FormEvent } from 'react'
import type { AuthFailure } from '../../session/auth-failure.ts'
import type { SignUpResult, SignUpInput } from '../../account/account.ts'
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
import { ExistingAccountLinks } from '../../person/form/existing-account-links.tsx'
import { NameFields } from '../../person/form/name-fields.tsx'
import { NewPasswordField } from '../../person/form/new-password-field.tsx'
import { RegistrationSelect } from '../../person/form/registration-select.tsx'
import { SurveyProfileFields } from '../../person/form/survey-profile-fields.tsx'
import { EmailField } from '../../ui/form/text-field.tsx'
import { FieldErrors } from '../../ui/form/field.tsx'
import { readTextFields, useForm } from '../../ui/form/use-form.ts'
import { ConsentFields, RoleFields, WorkFields } from './sign-up-fields.tsx'
import type { SignUpTexts } from './sign-up-draft.ts'
import { getSignUpSchema } from './sign-up-form.ts'
import styles from './steps.module.css'
import {
  CurrentStep,
  isInStepsUpTo,
  signUpSteps,
  Step,
  StepBars,
  getStep,
  useStepFocus,
  type SignUpStep,
} from './steps.tsx'

/** Fills the fields of a form with the texts of a draft. */
const fillForm = (form: HTMLFormElement, texts: SignUpTexts): void => {
  for (const field of form.elements) {
    const text = texts[field.getAttribute('name') ?? '']
    if (text === undefined) continue
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = text
  }
}

/**
 * Returns a ref that fills a form with the texts of a draft. The fields are uncontrolled, so the draft fills
 * them only once, when the form is mounted.
 */
const useFillOnce = (texts: SignUpTexts) => {
  const isFilled = useRef(false)
  return (form: HTMLFormElement | null): void => {
    if (!form || isFilled.current) return
    isFilled.current = true
    fillForm(form, texts)
  }
}

/** The fields of all steps. In the United States, the survey profile contains job and organisation. */
const StepFields = () => {
  const t = useTranslate()
  const isLoyalty = useLocale().auth.kind === 'loyalty'
  return (
    <>
      <Step name="you">
        <NameFields />
        <RegistrationSelect question="organisation" optional />
        <EmailField label={t('signUp.email')} autoComplete="email" />
      </Step>
      <Step name="work">
        {isLoyalty ? <SurveyProfileFields /> : <RoleFields />}
        <WorkFields />
      </Step>
      <Step name="agreements">
        <NewPasswordField label={t('signUp.password')} name="password" />
        <ConsentFields />
      </Step>
    </>
  )
}

type Props = {
  /** The step on the screen, and a function to change it. */
  step: SignUpStep
  onStep: (step: SignUpStep) => void
  onBack: () => void
  /** What was typed before a reload. */
  initialTexts: SignUpTexts
  onTextsChange: (texts: SignUpTexts) => void
  signUp: (input: SignUpInput) => Promise<Result<SignUpResult, AuthFailure>>
  onSignedUp: (account: SignUpResult) => void
  offline: boolean
}

/** Creates an account, in three steps of one form. */
export const SignUpScreen = ({
  step,
  onStep,
  onBack,
  initialTexts,
  onTextsChange,
  signUp,
  onSignedUp,
  offline,
}: Props) => {
  const t = useTranslate()
  const locale = useLocale()
  const nextStep = signUpSteps[signUpSteps.indexOf(step) + 1]
  const { container, focusLater } = useStepFocus(step)
  /** The email address of the last submit, for the links to the account that may already exist. */
  const [submittedEmail, setSubmittedEmail] = useState<string>()
  const { errors, busy, failure, form } = useForm({
    schema: getSignUpSchema(locale),
    submit: (input) => {
      setSubmittedEmail(input.email)
      return signUp(input)
    },
    onDone: (account) => {
      notify.success(t('successMessage.signUpSucess'))
      onSignedUp(account)
    },
    steps: {
      isAsked: (field) => isInStepsUpTo(step, field),
      // Undefined on the last step, where the form is sent.
      next: nextStep && (() => onStep(nextStep)),
      show: (field) => {
        const fieldStep = getStep(field)
        if (fieldStep === step) return
        focusLater(field)
        onStep(fieldStep)
      },
    },
  })
  const errorCount = Object.keys(errors).length
  const fillFromDraft = useFillOnce(initialTexts)
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    form.onInput(event)
    onTextsChange(readTextFields(event.currentTarget))
  }

  return (
    <Page
      title={t('signUp.title')}
      intro={step === signUpSteps[0] ? t('signUp.intro') : undefined}
      isCompact
      hasPicture
    >
      <form {...form} ref={fillFromDraft} onInput={onInput}>
        <CurrentStep value={step}>
          <Stack>
            <StepBars />
            <FieldErrors value={errors}>
              <div ref={container}>
                <StepFields />
              </div>
            </FieldErrors>
            {errorCount > 0 && (
              <Notice tone="warning">{t('signUp.fieldsToCheck', { count: errorCount })}</Notice>
            )}
            {offline && <Notice tone="info">{t('error.offlineForm')}</Notice>}
            {failure && (
              <FailureNotice failure={failure}>
                <ExistingAccountLinks step={failure.step} email={submittedEmail} />
              </FailureNotice>
            )}
            <div className={styles.moves}>
              {step !== 'you' && (
                <Button variant="secondary" onClick={onBack}>
                  {t('signUp.back')}
                </Button>
              )}
              <Button type="submit" busy={busy}>
                {t(nextStep ? 'signUp.next' : 'signUp.submit')}
              </Button>
            </div>
          </Stack>
        </CurrentStep>
      </form>
      <p>
        <span>{t('signUp.haveAccount')}</span> <LocaleLink to="login">{t('signUp.toSignIn')}</LocaleLink>
      </p>
    </Page>
  )
}
