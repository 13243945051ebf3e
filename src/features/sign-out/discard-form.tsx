import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { TypedWordField } from '../../ui/form/typed-word-field.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { typedWord } from '../../ui/form/typed-word.ts'
import { useForm } from '../../ui/form/use-form.ts'

/** Asks for a typed word before unsent work is deleted. */
export const DiscardForm = ({
  discard,
  onDiscarded,
}: {
  discard: () => Promise<unknown>
  onDiscarded: () => void
}) => {
  const t = useTranslate()
  const word = t('signOut.discardWord')
  const { errorOf, busy, failure, form } = useForm({
    schema: v.object({ word: typedWord(word) }),
    messages: { word: 'signOut.discardWordNeeded' },
    submit: async () => {
      try {
        await discard()
      } catch {
        return { message: 'signOut.failed' as const }
      }
      onDiscarded()
      return undefined
    },
  })
  return (
    <form {...form}>
      <Stack>
        {failure && <FailureNotice failure={failure} />}
        <p>{t('signOut.discardBody')}</p>
        <TypedWordField label={t('signOut.discardType', { word })} error={errorOf('word')} />
        <div>
          <Button type="submit" variant="danger" busy={busy}>
            {t('signOut.discard')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
