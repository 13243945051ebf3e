import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Stack } from '../../ui/layout/stack.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'

/** characters; a file can be tried without end by whoever has it */
const shortest = 12

const schema = v.pipe(
  v.object({ passphrase: v.pipe(v.string(), v.minLength(shortest, 'short')), again: v.string() }),
  v.forward(
    v.check(({ passphrase, again }) => passphrase === again, 'different'),
    ['again'],
  ),
)

/** Asks for a passphrase and saves what waits here in a file that opens with it. */
export const RescueForm = ({
  save,
  onSaved,
}: {
  /** Answers how many entries the file holds. */
  save: (passphrase: string) => Promise<number>
  onSaved?: () => void
}) => {
  const t = useTranslate()
  const { errorOf, busy, failure, form } = useForm({
    schema,
    messages: { short: 'rescue.tooShort', different: 'rescue.different' },
    submit: async ({ passphrase }) => {
      try {
        notify.success(t('rescue.saved', { count: await save(passphrase) }))
        onSaved?.()
        return undefined
      } catch {
        return { message: 'rescue.failed' as const }
      }
    },
  })
  const passphrase = { type: 'password', autoComplete: 'new-password', required: true } as const
  return (
    <form {...form}>
      <Stack>
        {failure && <FailureNotice failure={failure} />}
        <p>{t('rescue.intro')}</p>
        <TextField
          {...passphrase}
          label={t('rescue.passphrase')}
          hint={t('rescue.passphraseHint')}
          name="passphrase"
          error={errorOf('passphrase')}
        />
        <TextField {...passphrase} label={t('rescue.again')} name="again" error={errorOf('again')} />
        <div>
          <Button type="submit" variant="secondary" busy={busy}>
            {t('rescue.save')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
