import type { Locale } from '../../config/locales.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { SelectField, type SelectOption } from '../../ui/form/select-field.tsx'

/** ISO 3166-1 alpha-2 codes, and XK for Kosovo. */
const countryCodes =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF ' +
  'CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF ' +
  'GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP ' +
  'KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA ' +
  'NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH ' +
  'SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI ' +
  'VN VU WF WS XK YE YT ZA ZM ZW'

/** Countries whose CLDR name differs from the name that speakers of a language use. */
const namesByLanguage: Record<string, Record<string, string>> = {
  es: { FK: 'Islas Malvinas' },
  pt: { FK: 'Ilhas Malvinas' },
}

/** Lists every country by its name in the language of the locale, with the locale's own country first. */
export const createCountryOptions = ({ code, country }: Pick<Locale, 'code' | 'country'>): SelectOption[] => {
  const names = new Intl.DisplayNames(code, { type: 'region' })
  const language = code.slice(0, 2)
  const exceptions = namesByLanguage[language]
  const options = countryCodes
    .split(' ')
    .map((value) => ({ value, label: exceptions?.[value] ?? names.of(value) ?? value }))
  const { compare } = new Intl.Collator(code)
  return options.sort((a, b) => {
    const localeCountryFirst = Number(b.value === country) - Number(a.value === country)
    return localeCountryFirst === 0 ? compare(a.label, b.label) : localeCountryFirst
  })
}

type Props = { optional?: boolean; defaultValue?: string | undefined }

/** The field for the country where a coach works. */
export const CountryField = ({ optional = false, defaultValue }: Props) => {
  const t = useTranslate()
  const label = t('signUp.workFrom')
  const placeholder = { value: '', label: t('common.optionsSelectCountry') }
  const locale = useLocale()
  return (
    <SelectField
      label={optional ? t('form.optionalLabel', { label }) : label}
      name="workFrom"
      autoComplete="country"
      options={[placeholder, ...createCountryOptions(locale)]}
      defaultValue={defaultValue}
      required={!optional}
    />
  )
}
