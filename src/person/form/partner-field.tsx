import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { atMost, fieldText } from '../../ui/form/field-schemas.ts'
import { TextField } from '../../ui/form/text-field.tsx'

/** The maximum number of characters that the services store. */
const maxLength = 200

export const partnerSchema = v.pipe(fieldText, atMost(maxLength))

/** The field for the organisation that a coach works with, if there is one. */
export const PartnerField = ({ defaultValue }: { defaultValue?: string | undefined }) => {
  const t = useTranslate()
  return (
    <TextField
      label={t('form.optionalLabel', { label: t('signUp.partner') })}
      hint={t('signUp.partnerHint')}
      name="partner"
      autoComplete="organization"
      maxLength={maxLength}
      defaultValue={defaultValue}
    />
  )
}
