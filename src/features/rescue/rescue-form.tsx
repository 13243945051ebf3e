import * as v from 'valibot'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { fail, ok } from '../../lib/result.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { check } from '../../ui/form/field-schemas.ts'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'

/** In characters. A long minimum, because anyone who has the file can try passphrases without limit. */
const minPassphraseLength = 12

/** `again` is the passphrase typed a second time. */
const schema = v.pipe(
  v.object({
    passphrase: v.pipe(
      v.string(),
      v.minLength<string, number, MessageId>(minPassphraseLength, 'rescue.tooShort'),
    ),
    again: v.string(),
  }),
  v.forward(
    check(({ passphrase, again }) => passphrase === again, 'rescue.different'),
    ['again'],
  ),
)

/** Asks for a passphrase, and saves the waiting entries in a file that it encrypts. */
export const RescueForm = ({
  save,
}: {
  /** Resolves to the number of entries in the file. */
  save: (passphrase: string) => Promise<number>
}) => {
  const t = useTranslate()
  const state = useForm({
    schema,
    submit: async ({ passphrase }) => {
      try {
        return ok(await save(passphrase))
      } catch {
        return fail({ message: 'rescue.failed' as const })
      }
    },
    onDone: (count) => void notify.success(t('rescue.saved', { count })),
  })
  const fieldProps = { type: 'password', autoComplete: 'new-password', required: true } as const
  return (
    <Form state={state} submitLabel={t('rescue.save')} variant="secondary" compact>
      <p>{t('rescue.intro')}</p>
      <TextField
        {...fieldProps}
        label={t('rescue.passphrase')}
        hint={t('rescue.passphraseHint')}
        name="passphrase"
      />
      <TextField {...fieldProps} label={t('rescue.again')} name="again" />
    </Form>
  )
}
