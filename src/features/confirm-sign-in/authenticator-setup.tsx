import { useTranslate } from '../../i18n/use-translate.ts'
import { AuthenticatorKey } from '../../person/form/authenticator-key.tsx'
import { CodeField } from '../../person/form/code-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ChallengeForm, type ChallengeProps } from './challenge-form.tsx'
import { codeSchema } from './code-challenge.tsx'

/** Sets up an authenticator app as the second factor. */
export const AuthenticatorSetup = ({ challenge, ...formProps }: ChallengeProps<'app-setup'>) => {
  const t = useTranslate()
  return (
    <Page
      isCompact
      hasPicture
      headingRef={formProps.headingRef}
      title={t('confirmSignIn.appSetup.title')}
      intro={t('confirmSignIn.appSetup.intro')}
    >
      <AuthenticatorKey email={formProps.email} secret={challenge.secret} />
      <ChallengeForm
        {...formProps}
        schema={codeSchema}
        toAnswer={({ code }) => ({ value: code })}
        isTimeBased
      >
        <CodeField hint={t('confirmSignIn.code.TOTP.hint')} />
      </ChallengeForm>
    </Page>
  )
}
