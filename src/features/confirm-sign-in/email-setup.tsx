import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { emailSchema } from '../../person/form/account-checks.ts'
import { EmailField } from '../../ui/form/text-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ChallengeForm, type ChallengeProps } from './challenge-form.tsx'

const schema = v.object({ email: emailSchema })

/** Sets up codes by email as the second factor. */
export const EmailSetup = (props: Omit<ChallengeProps, 'challenge'>) => {
  const t = useTranslate()
  return (
    <Page
      headingRef={props.headingRef}
      title={t('confirmSignIn.emailSetup.title')}
      intro={t('confirmSignIn.emailSetup.intro')}
    >
      <ChallengeForm {...props} schema={schema} toAnswer={({ email }) => ({ value: email })}>
        <EmailField label={t('signIn.email')} autoComplete="email" defaultValue={props.email} />
      </ChallengeForm>
    </Page>
  )
}
