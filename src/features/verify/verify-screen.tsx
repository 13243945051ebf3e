import { useRef, useState } from 'react'
import * as v from 'valibot'
import type { AuthFailure } from '../../session/failures.ts'
import { looksLikeEmail } from '../../account/looks-like-email.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/form/email-field.tsx'
import { CodeField } from '../../person/form/code-field.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ResendButton } from './resend-button.tsx'
import { codeText, emailText } from '../../person/form/account-entries.ts'
import { Form } from '../../ui/form/form.tsx'
import styles from './verify-screen.module.css'

/** What the screen asks for. */
export const verifyForm = v.object({ email: emailText, code: codeText('errorMessage.authCodeverify') })

type Props = {
  /** Whose code is awaited on this device; without it the screen asks. */
  email?: string | undefined
  offline: boolean
  confirm: (email: string, code: string) => Promise<Result<'signed-in' | 'confirmed', AuthFailure>>
  resend: (email: string) => Promise<Result<void, AuthFailure>>
  onSignedIn: () => void
  /** Confirmed, but the password has to be typed. */
  onConfirmed: () => void
}

/** Confirms an email address by the code that was sent to it. */
export const VerifyScreen = ({ email, offline, confirm, resend, onSignedIn, onConfirmed }: Props) => {
  const t = useTranslate()
  const [known, setKnown] = useState(email)
  const emailInput = useRef<HTMLInputElement>(null)
  const state = useForm({
    schema: verifyForm,
    submit: (values) => confirm(values.email, values.code),
    onDone: (outcome) => {
      notify.success(t('successMessage.authEmailVerifySuccess'))
      if (outcome === 'signed-in') onSignedIn()
      else onConfirmed()
    },
  })

  const sendAgain = async () => {
    const address = known ?? emailInput.current?.value.trim() ?? ''
    if (address !== '' && looksLikeEmail(address)) return resend(address)
    notify.error(t('errorMessage.authEmailValid'))
    emailInput.current?.focus()
    return undefined
  }

  return (
    <Page
      title={t('verify.title')}
      intro={
        <span className={styles.sentTo}>
          {known === undefined ? t('verify.askEmail') : t('verify.sentTo', { email: known })}
        </span>
      }
    >
      <Form state={state} submit={t('verify.submit')} offline={offline}>
        {known === undefined ? (
          <EmailField ref={emailInput} label={t('verify.email')} />
        ) : (
          <input type="hidden" name="email" value={known} />
        )}
        <CodeField />
      </Form>
      <Stack row gap="s">
        <ResendButton resend={sendAgain} />
        {known !== undefined && (
          <Button variant="quiet" onClick={() => setKnown(undefined)}>
            {t('verify.otherEmail')}
          </Button>
        )}
      </Stack>
    </Page>
  )
}
