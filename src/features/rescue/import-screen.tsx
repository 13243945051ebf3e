import { useState } from 'react'
import * as v from 'valibot'
import { customerId } from '../../contract/shapes.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { openRescueFile } from '../../outbox/rescue/rescue-file.ts'
import { sleep } from '../../lib/sleep.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ImportResult } from './import-result.tsx'
import { importRescue, type ImportProgress } from './import-rescue.ts'

const schema = v.object({
  file: v.pipe(
    v.instance(File, 'file'),
    v.check((file) => file.size > 0, 'file'),
  ),
  customer: v.pipe(
    v.string(),
    v.trim(),
    v.check((id) => v.is(customerId, id), 'customer'),
  ),
  passphrase: v.pipe(v.string(), v.nonEmpty('passphrase')),
})

/** bytes; thousands of entries fit, and a video chosen by mistake is not read into memory */
const largest = 64 * 1024 * 1024

/** What is no text of a likely size is no rescue file either. */
const textOf = async (file: File): Promise<string> => (file.size > largest ? '' : file.text().catch(() => ''))

type Shown = { progress: ImportProgress; unreadable: number }

/** Where an admin delivers what a coach's phone could not. */
export const ImportScreen = ({ api }: { api: Pick<ProductApiClient, 'call'> }) => {
  const t = useTranslate()
  const [shown, setShown] = useState<Shown>()
  const { errorOf, busy, failure, form } = useForm({
    schema,
    messages: {
      file: 'rescue.import.fileNeeded',
      customer: 'rescue.import.customerNeeded',
      passphrase: 'rescue.import.passphraseNeeded',
    },
    submit: async ({ file, customer, passphrase }) => {
      setShown(undefined)
      const opened = await openRescueFile(await textOf(file), passphrase)
      if (!opened.ok) return { message: `rescue.import.failure.${opened.error}` as const }
      const content = opened.value
      if (content.customer !== customer) return { message: 'rescue.import.failure.other-customer' as const }
      const unreadable = content.unreadable.length
      await importRescue(api, content, {
        onProgress: (progress) => setShown({ progress, unreadable }),
        wait: sleep,
      })
      return undefined
    },
  })
  return (
    <Page title={t('rescue.import.title')} intro={t('rescue.import.intro')}>
      <form {...form}>
        <Stack>
          {failure && <FailureNotice failure={failure} />}
          <TextField
            label={t('rescue.import.file')}
            name="file"
            type="file"
            accept=".rescue,application/json"
            error={errorOf('file')}
          />
          <TextField
            label={t('rescue.import.customer')}
            hint={t('rescue.import.customerHint')}
            name="customer"
            autoComplete="off"
            spellCheck={false}
            error={errorOf('customer')}
          />
          <TextField
            label={t('rescue.import.passphrase')}
            name="passphrase"
            type="password"
            autoComplete="off"
            error={errorOf('passphrase')}
          />
          <div>
            <Button type="submit" busy={busy}>
              {t('rescue.import.submit')}
            </Button>
          </div>
        </Stack>
      </form>
      {shown && <ImportResult {...shown} busy={busy} />}
    </Page>
  )
}
