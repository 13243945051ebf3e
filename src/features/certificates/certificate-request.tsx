import * as v from 'valibot'
import { maxNameLength } from '../../contract/shared-schemas.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { toPrintedName } from '../../lib/text/printed-name.ts'
import { fail, ok } from '../../lib/result.ts'
import { createNameSchema } from '../../person/form/account-schemas.ts'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import styles from './certificate.module.css'
import type { CourseCertificate } from './use-certificate.ts'

const schema = v.object({ name: createNameSchema(maxNameLength) })

/**
 * Asks for the name on the certificate, and requests the certificate. A later change of the profile does not
 * change that name.
 */
export const CertificateRequest = ({
  request,
  name,
  label,
}: Pick<CourseCertificate, 'request'> & {
  /** The name in the profile. */
  name: string
  label: MessageId
}) => {
  const t = useTranslate()
  const state = useForm({
    schema,
    submit: async ({ name: chosenName }) => {
      // `request` resolves to the message of a failure, and `useForm` expects a result.
      const message = await request(chosenName)
      return message ? fail({ message }) : ok(undefined)
    },
  })
  return (
    <div className={styles.request}>
      <Form state={state} submitLabel={t(label)} compact>
        <TextField
          label={t('certificate.name')}
          hint={t('certificate.nameHint')}
          name="name"
          autoComplete="name"
          dir="auto"
          required
          maxLength={maxNameLength}
          defaultValue={toPrintedName(name)}
        />
      </Form>
    </div>
  )
}
