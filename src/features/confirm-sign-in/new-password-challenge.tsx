import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { nameEntries, newPasswordSchema } from '../../person/form/account-schemas.ts'
import { NameFields } from '../../person/form/name-fields.tsx'
import { NewPasswordField } from '../../person/form/new-password-field.tsx'
import { UsernameForPasswordManager } from '../../ui/form/text-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ChallengeForm, type ChallengeProps } from './challenge-form.tsx'

const schema = v.object({ password: newPasswordSchema, ...v.partial(v.object(nameEntries)).entries })

/** Replaces the temporary password of an account that an admin has created. */
export const NewPasswordChallenge = ({ challenge, ...formProps }: ChallengeProps<'new-password'>) => {
  const t = useTranslate()
  const asksForName = challenge.missingNames.length > 0
  return (
    <Page
      isCompact
      hasPicture
      headingRef={formProps.headingRef}
      title={t('confirmSignIn.newPassword.title')}
      intro={t(asksForName ? 'confirmSignIn.newPassword.introWithName' : 'confirmSignIn.newPassword.intro')}
    >
      <ChallengeForm
        {...formProps}
        schema={schema}
        toAnswer={({ password, ...name }) => ({ value: password, name })}
      >
        <NameFields parts={challenge.missingNames} />
        <UsernameForPasswordManager email={formProps.email} />
        <NewPasswordField label={t('forgotPassword.newPassword')} name="password" />
      </ChallengeForm>
    </Page>
  )
}
