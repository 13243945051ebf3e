import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { atMost, fieldText } from '../../ui/form/checks.ts'
import { TextField } from '../../ui/form/text-field.tsx'

/** The most characters that the services store. */
const most = 200

export const partnerText = v.pipe(fieldText, atMost(most))

/** The organisation that a coach works with, if there is one. */
export const PartnerField = ({ defaultValue }: { defaultValue?: string | undefined }) => {
  const t = useTranslate()
  return (
    <TextField
      label={t('form.optionalLabel', { label: t('signUp.partner') })}
      hint={t('signUp.partnerHint')}
      name="partner"
      autoComplete="organization"
      maxLength={most}
      defaultValue={defaultValue}
    />
  )
}
