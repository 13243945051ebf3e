import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { PeopleField } from '../../person/form/people-field.tsx'
import { RegistrationSelect } from '../../person/form/registration-select.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { countryOptions } from './countries.ts'

/** What the coach does, and for which organisation. */
export const RoleFields = () => {
  const t = useTranslate()
  return (
    <>
      <RegistrationSelect question="job" />
      <TextField
        label={t('form.optionalLabel', { label: t('signUp.partner') })}
        hint={t('signUp.partnerHint')}
        name="partner"
        autoComplete="organization"
        maxLength={200}
      />
    </>
  )
}

/** Where and with whom the coach works. */
export const WorkFields = () => {
  const t = useTranslate()
  const locale = useLocale()
  const noCountry = { value: '', label: t('common.optionsSelectCountry') }
  return (
    <>
      <SelectField
        label={t('signUp.workFrom')}
        name="workFrom"
        autoComplete="country"
        options={[noCountry, ...countryOptions(locale)]}
        required
      />
      <RegistrationSelect question="sportType" />
      <PeopleField />
      <RegistrationSelect question="youngFemale" />
      <RegistrationSelect question="mktChannel" />
    </>
  )
}
