import { useLocale } from '../../i18n/use-locale.ts'
import { useWords } from '../../i18n/use-words.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { countryOptions } from './countries.ts'
import { optionsOf } from './options.ts'

/** What the coach does, where and with whom. */
export const WorkFields = ({ errorOf }: { errorOf: (name: string) => string | undefined }) => {
  const t = useWords()
  const locale = useLocale()
  const noCountry = { value: '', label: t('common.optionsSelectCountry') }
  const select = (name: 'job' | 'youngFemale' | 'sportType' | 'mktChannel') => ({
    name,
    label: t(`signUp.${name}`),
    options: optionsOf[name](t),
    error: errorOf(name),
    required: true,
  })

  return (
    <>
      <SelectField {...select('job')} />
      <SelectField
        label={t('signUp.workFrom')}
        name="workFrom"
        autoComplete="country"
        options={[noCountry, ...countryOptions(locale)]}
        required
        error={errorOf('workFrom')}
      />
      <TextField
        label={t('form.optionalLabel', { label: t('signUp.partner') })}
        hint={t('signUp.partnerHint')}
        name="partner"
        autoComplete="organization"
        maxLength={200}
        error={errorOf('partner')}
      />
      <SelectField {...select('sportType')} />
      <TextField
        label={t('signUp.numberOfPeople')}
        hint={t('signUp.numberOfPeopleHint')}
        name="numberOfPeople"
        inputMode="numeric"
        autoComplete="off"
        required
        error={errorOf('numberOfPeople')}
      />
      <SelectField {...select('youngFemale')} />
      <SelectField {...select('mktChannel')} />
    </>
  )
}
