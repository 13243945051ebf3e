import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { createCodeSchema } from '../../person/form/account-schemas.ts'
import { useClockHint } from '../../person/form/clock-hint.tsx'
import { CodeField } from '../../person/form/code-field.tsx'
import type { OpenAdminPages } from '../../session/open-admin-pages.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Page } from '../../ui/layout/page.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import styles from './admin.module.css'
import { LockPicture } from './lock-picture.tsx'

const codeFormSchema = v.object({ code: createCodeSchema('errorMessage.authCodeverify') })

type CodeStepProps = {
  offline: boolean
  open: OpenAdminPages
  /** Resolves to how far the clock of this device is off, in ms. */
  measureClock: () => Promise<number>
  onDone: () => void
}

/** Asks for a code of the authenticator app. */
export const CodeStep = ({ offline, measureClock, open, onDone }: CodeStepProps) => {
  const t = useTranslate()
  const clock = useClockHint(measureClock)
  const state = useForm({
    schema: codeFormSchema,
    submit: async ({ code }) => {
      const opened = await open({ code })
      if (!opened.ok) await clock.measure()
      return opened
    },
    onDone,
  })
  return (
    <Page title={t('admin.access.codeTitle')} intro={t('admin.access.code')} isCompact>
      <Form state={state} submitLabel={t('admin.access.submit')} offline={offline} help={clock.hint}>
        <CodeField hint={t('confirmSignIn.code.TOTP.hint')} />
      </Form>
    </Page>
  )
}

/** Says that the account needs a second factor first, and links to its set-up. */
export const SetUpStep = () => {
  const t = useTranslate()
  return (
    <Page title={t('admin.access.setUpTitle')} isCompact>
      <EmptyState picture={<LockPicture />}>
        <p>{t('admin.access.setUp')}</p>
        <LocaleLink to="second-factor" className={buttonClass('primary', styles.fullWidth)}>
          {t('admin.access.setUpLink')}
        </LocaleLink>
      </EmptyState>
    </Page>
  )
}

/** Says that the coach has to sign in again, with the second factor. */
export const SignInStep = () => {
  const t = useTranslate()
  return (
    <Page title={t('admin.access.signInTitle')} isCompact>
      <EmptyState picture={<LockPicture />}>
        <p>{t('admin.access.signInWhy')}</p>
        <LocaleLink
          to="login"
          search={{ again: 'admin' }}
          className={buttonClass('primary', styles.fullWidth)}
        >
          {t('admin.access.signInLink')}
        </LocaleLink>
      </EmptyState>
    </Page>
  )
}
