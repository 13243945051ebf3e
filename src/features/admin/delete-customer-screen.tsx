import { useState } from 'react'
import * as v from 'valibot'
import type { BodyOf } from '../../contract/product-api.ts'
import { erasureReasons, type ErasureReceipt } from '../../contract/product-api/erasure.ts'
import { customerId } from '../../contract/shared-schemas.ts'
import { createTimeFormat } from '../../i18n/time-format.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { ok, type Result } from '../../lib/result.ts'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { check, fieldText } from '../../ui/form/field-schemas.ts'
import { Form } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { TypedWordField, createTypedWordSchema } from '../../ui/form/typed-word-form.tsx'
import { useForm, type FormFailure } from '../../ui/form/use-form.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { AdminLinks } from './admin-links.tsx'
import styles from './admin.module.css'

/** `word`: what the admin must type to confirm the deletion, in the language of the page. */
const createSchema = (word: string) =>
  v.object({
    customer_id: v.pipe(
      fieldText,
      check((id) => v.is(customerId, id), 'admin.delete.customerNeeded'),
    ),
    reason: v.picklist(erasureReasons),
    word: createTypedWordSchema(word, 'profile.eraseWordNeeded'),
  })

/** A deletion that was made on this page. `customer` is the id of the deleted customer. */
type Deletion = { customer: string; receipt: ErasureReceipt }

/** Confirms a deletion, and lists the systems where the admin still has to delete the account. */
const DeletionNotice = ({ customer, receipt: { number, erased_at } }: Deletion) => {
  const t = useTranslate()
  const { dateAndTime } = createTimeFormat(useLocale().code)
  return (
    <Notice tone="success" title={t('admin.delete.done', { time: dateAndTime(Date.parse(erased_at)) })}>
      <p className={styles.id}>{t('admin.delete.doneWhose', { customer, number })}</p>
      <p>{t('admin.delete.elsewhere')}</p>
    </Notice>
  )
}

type Props = {
  /** The customer id from the link to this page, as the initial value of its field. */
  customer: string | undefined
  erase: (request: BodyOf<'eraseCustomer'>) => Promise<Result<ErasureReceipt, FormFailure>>
}

/** Lets an admin delete the account of a coach who has asked for it. */
export const DeleteCustomerScreen = ({ customer, erase }: Props) => {
  const t = useTranslate()
  const word = t('profile.eraseWord')
  const [deletion, setDeletion] = useState<Deletion>()
  const state = useForm({
    schema: createSchema(word),
    submit: async ({ customer_id, reason }) => {
      setDeletion(undefined)
      const result = await erase({ customer_id, reason })
      return result.ok ? ok({ customer: customer_id, receipt: result.value }) : result
    },
    onDone: setDeletion,
  })
  return (
    <Page title={t('admin.delete.title')} wide isCompact>
      <AdminLinks />
      <div className={classNames(styles.section, styles.narrow)}>
        <p className={styles.small}>{t('admin.delete.intro')}</p>
        {deletion && <DeletionNotice customer={deletion.customer} receipt={deletion.receipt} />}
        <Card>
          <Form state={state} submitLabel={t('admin.delete.submit')} variant="danger" compact>
            <TextField
              label={t('admin.delete.customer')}
              hint={t('admin.delete.customerHint')}
              name="customer_id"
              defaultValue={customer}
              autoComplete="off"
              spellCheck={false}
              required
            />
            <SelectField
              label={t('admin.delete.reason')}
              name="reason"
              options={erasureReasons.map((reason) => ({
                value: reason,
                label: t(`admin.delete.reasons.${reason}`),
              }))}
            />
            <TypedWordField label={t('profile.eraseType', { word })} />
          </Form>
        </Card>
      </div>
    </Page>
  )
}
