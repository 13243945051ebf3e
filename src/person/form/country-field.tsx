import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { countryOptions } from './countries.ts'

type Props = { optional?: boolean; defaultValue?: string | undefined }

/** The country in which a coach works. */
export const CountryField = ({ optional = false, defaultValue }: Props) => {
  const t = useTranslate()
  const label = t('signUp.workFrom')
  const none = { value: '', label: t('common.optionsSelectCountry') }
  return (
    <SelectField
      label={optional ? t('form.optionalLabel', { label }) : label}
      name="workFrom"
      autoComplete="country"
      options={[none, ...countryOptions(useLocale())]}
      defaultValue={defaultValue}
      required={!optional}
    />
  )
}
