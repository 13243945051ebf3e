import { useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import type { AuthFailure } from '../../session/auth-failure.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import { Button } from '../../ui/button.tsx'
import { CurrentPasswordField, EmailField } from '../../ui/form/text-field.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Page } from '../../ui/layout/page.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ok, type Result } from '../../lib/result.ts'
import { emailSchema, passwordSchema } from '../../person/form/account-schemas.ts'
import { NextStepLink } from '../../person/form/next-step-link.tsx'
import { Form } from '../../ui/form/form.tsx'
import { hasPasskeys } from '../../platform/has-passkeys.ts'
import { DeletedAccountNotice, type DeletedAccountEntries } from './deleted-account-notice.tsx'
import styles from './sign-in-screen.module.css'

export const signInSchema = v.object({ email: emailSchema, password: passwordSchema })
/** A passkey needs no password. */
const passkeySchema = v.object({ email: emailSchema, password: v.optional(v.string(), '') })

type Props = {
  /** The email address, if it is known from a sign-up or a verification on this device. */
  email?: string | undefined
  /**
   * Why the coach is here: a confirmed email address, a new password, a session that ended, or a link to a
   * page for coaches.
   */
  notice?: MessageId | undefined
  deletedAccountEntries?: DeletedAccountEntries | undefined
  offline: boolean
  /** Whether coaches can also sign in on a page of their organisation. */
  isHosted?: boolean
  signIn: (email: string, password: string) => Promise<Result<unknown, AuthFailure>>
  /**
   * Signs in with a passkey. Not offered if the browser or the provider of the locale does not support passkeys.
   * Absent if a signed-in coach signs in again, because a cancelled prompt would end the session.
   */
  signInWithPasskey?: ((email: string) => Promise<Result<'signed-in' | 'cancelled', AuthFailure>>) | undefined
  /** Whether a passkey was used in this browser before. It is then offered first. */
  hasUsedPasskey?: () => boolean
  /** Called when the coach is about to press the button for a passkey. */
  preparePasskeys?: () => void
  /** Opens the next page. Resolves when it is shown: until then, the form stays busy. */
  onSignedIn: () => Promise<void> | undefined
  /**
   * Called if the sign-in continues on another screen: `verify` confirms the email address, `challenge` asks
   * for what the provider needs after the password.
   */
  onNextStep: (step: 'verify' | 'challenge') => void
}

/**
 * Submits the form with a passkey. The passkey button is not a submit button, because password managers and the
 * Enter key press the first submit button of a form.
 */
const submitWithPasskey = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
  const event = { detail: 'passkey', bubbles: true, cancelable: true }
  currentTarget.closest('form')?.dispatchEvent(new CustomEvent('submit', event))
}

/** Submits with a passkey on Enter in the email field, unless a password was typed. */
const submitWithPasskeyOnEnter = (event: KeyboardEvent<HTMLFormElement>) => {
  const { key, target, currentTarget, nativeEvent } = event
  const isInEmailField = target instanceof HTMLInputElement && target.name === 'email'
  const hasPassword = new FormData(currentTarget).get('password') !== ''
  if (key !== 'Enter' || !isInEmailField || hasPassword || nativeEvent.isComposing) return
  event.preventDefault()
  submitWithPasskey(event)
}

/**
 * Signs a coach in. If the email address must be confirmed first, or the provider asks for more than the
 * password, opens the screen for that.
 */
export const SignInScreen = (props: Props) => {
  // The form renders rarely, and what the React compiler adds here would be a fifth of the route's script.
  'use no memo'
  const { email, notice, deletedAccountEntries, offline, isHosted, signIn, signInWithPasskey } = props
  const { hasUsedPasskey, preparePasskeys, onSignedIn, onNextStep } = props
  const t = useTranslate()
  const { auth } = useLocale()
  const [submittedEmail, setSubmittedEmail] = useState<string>()
  /** Whether the current submit uses a passkey, or else the password. */
  const [usesPasskey, setUsesPasskey] = useState(false)
  const [prefersPasskey, setPrefersPasskey] = useState(hasUsedPasskey)
  const state = useForm({
    schema: usesPasskey ? passkeySchema : signInSchema,
    submit: async (fields) => {
      setSubmittedEmail(fields.email)
      const result =
        usesPasskey && signInWithPasskey
          ? await signInWithPasskey(fields.email)
          : await signIn(fields.email, fields.password)
      if (result.ok && result.value === 'cancelled') {
        notify.blank(t('passkeys.cancelled'))
        return result
      }
      if (result.ok) {
        await onSignedIn()
        notify.success(t('successMessage.authLogin'))
        return result
      }
      const { step, message, reason } = result.error
      // Changes only this form, because another coach who uses this browser may have a passkey.
      if (message === 'passkeys.missing') setPrefersPasskey(false)
      if (step !== 'verify' && step !== 'challenge') return result
      // The next screen replaces this form, so toasts show the failure, and the form itself gets a success.
      if (step === 'verify') {
        notify.error(t(message))
        if (reason) notify.blank(t(reason))
      }
      onNextStep(step)
      return ok(undefined)
    },
  })

  const { failure } = state
  const hasPasskeyButton = signInWithPasskey && auth.kind === 'user-pool' && hasPasskeys()
  const isPasskeyFirst = hasPasskeyButton && prefersPasskey
  const passkeyButton = hasPasskeyButton && (
    <Button
      name="passkey"
      variant={isPasskeyFirst ? 'primary' : 'secondary'}
      busy={state.busy && usesPasskey}
      aria-disabled={state.busy || undefined}
      onPointerDown={preparePasskeys}
      onFocus={preparePasskeys}
      onClick={submitWithPasskey}
    >
      {t('passkeys.signIn')}
    </Button>
  )

  return (
    <Page title={t('signIn.title')} hasPicture>
      {notice && !failure && <Notice tone="info">{t(notice)}</Notice>}
      {deletedAccountEntries && <DeletedAccountNotice {...deletedAccountEntries} />}
      <Form
        // Only the pressed button is busy. The other button is disabled meanwhile.
        state={usesPasskey ? { ...state, busy: false, paused: state.busy } : state}
        submitLabel={t('signIn.submit')}
        variant={isPasskeyFirst ? 'secondary' : 'primary'}
        offline={offline}
        // Runs before the submit handler of `useForm`, so that it validates with the schema of the chosen method.
        onSubmitCapture={({ nativeEvent }) => {
          if (state.busy) return
          flushSync(() => setUsesPasskey('detail' in nativeEvent && nativeEvent.detail === 'passkey'))
        }}
        onKeyDown={isPasskeyFirst ? submitWithPasskeyOnEnter : undefined}
        alternative={!isPasskeyFirst && passkeyButton}
        help={
          failure?.message === 'errorMessage.authSignUpUserNotFound' ? (
            <LocaleLink to="sign-up" className={standaloneLinkClass}>
              {t('signIn.toSignUp')}
            </LocaleLink>
          ) : (
            <NextStepLink step={failure?.step} email={submittedEmail} />
          )
        }
      >
        <EmailField
          label={t('signIn.email')}
          autoComplete="username webauthn"
          defaultValue={email}
          readOnly={state.busy}
        />
        {isPasskeyFirst && (
          <>
            {passkeyButton}
            <p className={styles.divider}>{t('passkeys.orPassword')}</p>
          </>
        )}
        <CurrentPasswordField label={t('signIn.password')} readOnly={state.busy} />
      </Form>
      <p>
        <LocaleLink to="forgot-password" className={standaloneLinkClass}>
          {t('forgotPassword.title')}
        </LocaleLink>
      </p>
      <p>
        <span>{t('signIn.noAccount')}</span> <LocaleLink to="sign-up">{t('signIn.toSignUp')}</LocaleLink>
      </p>
      {isHosted && (
        <p>
          <LocaleLink to="hosted-sign-in" className={standaloneLinkClass}>
            {t('hostedSignIn.title')}
          </LocaleLink>
        </p>
      )}
    </Page>
  )
}
