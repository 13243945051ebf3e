import { useTranslate } from '../../i18n/use-translate.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { optionsOf } from '../../person/form/registration-options.ts'
import { NewPasswordField } from '../../person/form/new-password-field.tsx'

type Props = { errorOf: (name: string) => string | undefined }

/** Who the coach is. */
export const PersonFields = ({ errorOf }: Props) => {
  const t = useTranslate()
  return (
    <>
      <TextField
        label={t('signUp.firstName')}
        name="firstName"
        autoComplete="given-name"
        maxLength={200}
        required
        error={errorOf('firstName')}
      />
      <TextField
        label={t('signUp.lastName')}
        name="lastName"
        autoComplete="family-name"
        maxLength={200}
        required
        error={errorOf('lastName')}
      />
      <SelectField
        label={t('form.optionalLabel', { label: t('signUp.organisation') })}
        name="organisation"
        options={optionsOf.organisation(t)}
        error={errorOf('organisation')}
      />
    </>
  )
}

/** What the coach will sign in with. */
export const AccountFields = ({ errorOf }: Props) => {
  const t = useTranslate()
  return (
    <>
      <TextField
        label={t('signUp.email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errorOf('email')}
      />
      <NewPasswordField label={t('signUp.password')} name="password" error={errorOf('password')} />
    </>
  )
}
