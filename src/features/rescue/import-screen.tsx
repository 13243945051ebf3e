import { useState, type ComponentProps, type ReactNode } from 'react'
import * as v from 'valibot'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { customerId } from '../../contract/shared-schemas.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { sleep } from '../../lib/async/sleep.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { hasProvenOrigin, openRescueFile } from '../../outbox/rescue/rescue-file.ts'
import { check, fieldText } from '../../ui/form/field-schemas.ts'
import { Field } from '../../ui/form/field.tsx'
import { FileInput } from '../../ui/form/file-input.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm, type FormFailure } from '../../ui/form/use-form.ts'
import { Card } from '../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../ui/layout/confirm-dialog.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ImportResult } from './import-result.tsx'
import { importRescue, type ImportProgress } from './import-rescue.ts'
import styles from './rescue.module.css'

const schema = v.object({
  file: v.pipe(
    v.instance<typeof File, MessageId>(File, 'rescue.import.fileNeeded'),
    check((file) => file.size > 0, 'rescue.import.fileNeeded'),
  ),
  customer: v.pipe(
    fieldText,
    check((id) => v.is(customerId, id), 'rescue.import.customerNeeded'),
  ),
  passphrase: v.pipe(
    v.string(),
    check((text) => text !== '', 'rescue.import.passphraseNeeded'),
  ),
})

/** Enough for thousands of entries. A video that was chosen by mistake is not read into memory. */
const maxBytes = 64 * 1024 * 1024

/** Reads the text of a file; empty if the file is too large for a rescue file, or cannot be read. */
const readText = async (file: File): Promise<string> =>
  file.size > maxBytes ? '' : file.text().catch(() => '')

type ResultProps = Omit<ComponentProps<typeof ImportResult>, 'busy'>

/** The screen where an admin delivers the entries that a coach's phone could not deliver. */
export const ImportScreen = ({
  api,
  onImported,
  links,
}: {
  api: Pick<ProductApiClient, 'call'>
  onImported?: () => void
  /** Links to the other pages of admins. */
  links?: ReactNode
}) => {
  const t = useTranslate()
  const [result, setResult] = useState<ResultProps>()
  /** Answers the question of the open dialog. Undefined if no dialog is open. */
  const [answer, setAnswer] = useState<(isYes: boolean) => void>()
  /** Asks whether to import a file without proof of its origin. */
  const confirmUnproven = async (): Promise<boolean> => {
    // React would call `resolve` if it were passed directly, so it is passed inside a function.
    const isConfirmed = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
    setAnswer(undefined)
    return isConfirmed
  }
  const state = useForm({
    schema,
    submit: async ({ file, customer, passphrase }): Promise<Result<ImportProgress, FormFailure>> => {
      setResult(undefined)
      const rescueFile = await openRescueFile(await readText(file), passphrase)
      if (!rescueFile.ok) return fail({ message: `rescue.import.failure.${rescueFile.error}` })
      const content = rescueFile.value
      if (content.customer !== customer) return fail({ message: 'rescue.import.failure.other-customer' })
      // The statement, signed by our server, names the customer and the device that the file comes from.
      const statement = (await hasProvenOrigin(api, content)) ? content.statement : undefined
      if (!statement && !(await confirmUnproven())) return fail({ message: 'rescue.import.failure.declined' })
      const unreadableCount = content.unreadable.length
      const finalProgress = await importRescue(api, content, {
        onProgress: (progress) => setResult({ progress, unreadableCount, statement }),
        wait: sleep,
      })
      onImported?.()
      return ok(finalProgress)
    },
  })
  return (
    <Page title={t('rescue.import.title')} wide isCompact>
      {links}
      <div className={styles.content}>
        <p className={styles.explanation}>{t('rescue.import.intro')}</p>
        <Card>
          <Form state={state} submitLabel={t('rescue.import.submit')} compact>
            <Field label={t('rescue.import.file')} name="file">
              {(control) => <FileInput {...control} name="file" accept=".rescue,application/json" />}
            </Field>
            <TextField
              label={t('rescue.import.customer')}
              hint={t('rescue.import.customerHint')}
              name="customer"
              autoComplete="off"
              spellCheck={false}
            />
            <TextField
              label={t('rescue.import.passphrase')}
              name="passphrase"
              type="password"
              autoComplete="off"
            />
          </Form>
        </Card>
        {result && <ImportResult {...result} busy={state.busy} />}
      </div>
      {answer && (
        <ConfirmDialog
          title={t('rescue.import.unprovenTitle')}
          confirmLabel={t('rescue.import.unprovenYes')}
          cancelLabel={t('rescue.import.unprovenNo')}
          onConfirm={() => answer(true)}
          onCancel={() => answer(false)}
        >
          <p>{t('rescue.import.unprovenBody')}</p>
        </ConfirmDialog>
      )}
    </Page>
  )
}
