import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/layout/dialog.tsx'
import { TypedWordField } from '../../ui/form/typed-word-field.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { typedWord } from '../../ui/form/typed-word.ts'
import { useForm } from '../../ui/form/use-form.ts'

/** What is on this device only. */
export type Unsent = { toSend: number; needsYou: number; uploads: number }

type Props = { open: boolean; unsent: Unsent; erase: () => Promise<void>; onClose: () => void }

/** Asks for a typed word before everything on this device is deleted, and says what would be lost. */
export const EraseDialog = ({ open, ...rest }: Props) => {
  const t = useTranslate()
  return (
    <Dialog open={open} onClose={rest.onClose} title={t('profile.eraseTitle')}>
      <EraseForm {...rest} />
    </Dialog>
  )
}

const EraseForm = ({ unsent: { toSend, needsYou, uploads }, erase, onClose }: Omit<Props, 'open'>) => {
  const t = useTranslate()
  const word = t('profile.eraseWord')
  const { errorOf, busy, failure, form } = useForm({
    schema: v.object({ word: typedWord(word) }),
    messages: { word: 'profile.eraseWordNeeded' },
    submit: async () => {
      try {
        await erase()
        return undefined
      } catch {
        return { message: 'profile.eraseFailed' as const }
      }
    },
  })
  const entries = toSend + needsYou

  return (
    <form {...form}>
      <Stack>
        {failure && <FailureNotice failure={failure} />}
        <p>{t('profile.eraseBody')}</p>
        {entries + uploads > 0 ? (
          <Notice tone="warning" title={t('profile.eraseLoses')}>
            {entries > 0 && <p>{t('profile.eraseEntries', { count: entries })}</p>}
            {uploads > 0 && <p>{t('profile.eraseUploads', { count: uploads })}</p>}
          </Notice>
        ) : (
          <p>{t('profile.eraseAllSent')}</p>
        )}
        <TypedWordField label={t('profile.eraseType', { word })} error={errorOf('word')} />
        <Stack row gap="s">
          <Button type="submit" variant="danger" busy={busy}>
            {t('profile.erase')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </Stack>
      </Stack>
    </form>
  )
}
