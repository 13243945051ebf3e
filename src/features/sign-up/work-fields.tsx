import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { PeopleField } from '../../person/form/people-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { countryOptions } from './countries.ts'
import { optionsOf } from '../../person/form/registration-options.ts'

type Props = { errorOf: (name: string) => string | undefined }

/** What the coach does, and for which organisation. */
export const RoleFields = ({ errorOf }: Props) => {
  const t = useTranslate()
  return (
    <>
      <SelectField
        label={t('signUp.job')}
        name="job"
        options={optionsOf.job(t)}
        required
        error={errorOf('job')}
      />
      <TextField
        label={t('form.optionalLabel', { label: t('signUp.partner') })}
        hint={t('signUp.partnerHint')}
        name="partner"
        autoComplete="organization"
        maxLength={200}
        error={errorOf('partner')}
      />
    </>
  )
}

/** Where and with whom the coach works. */
export const WorkFields = ({ errorOf }: Props) => {
  const t = useTranslate()
  const locale = useLocale()
  const noCountry = { value: '', label: t('common.optionsSelectCountry') }
  const select = (name: 'youngFemale' | 'sportType' | 'mktChannel') => ({
    name,
    label: t(`signUp.${name}`),
    options: optionsOf[name](t),
    error: errorOf(name),
    required: true,
  })

  return (
    <>
      <SelectField
        label={t('signUp.workFrom')}
        name="workFrom"
        autoComplete="country"
        options={[noCountry, ...countryOptions(locale)]}
        required
        error={errorOf('workFrom')}
      />
      <SelectField {...select('sportType')} />
      <PeopleField error={errorOf('numberOfPeople')} />
      <SelectField {...select('youngFemale')} />
      <SelectField {...select('mktChannel')} />
    </>
  )
}
