import * as v from 'valibot'
import { erasureReceipt } from '../../../contract/product-api/erasure.ts'
import { createTimeFormat } from '../../../i18n/time-format.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { aloneLink } from '../../../ui/alone-link.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import styles from '../profile.module.css'
import { saveJson } from '../save-json.ts'
import { FileNames } from './file-names.tsx'

/** What the screen shows; it travels in the history of the tab, and is nowhere else. */
export const deletedAccount = v.object({
  receipt: erasureReceipt,
  signIn: v.picklist(['deleted', 'kept', 'failed']),
  filesLeft: v.optional(v.array(v.string())),
})
type DeletedAccount = v.InferOutput<typeof deletedAccount>

/** Confirms that an account was deleted, and hands out the proof: nobody else can any more. */
export const AccountDeletedScreen = ({ receipt, signIn, filesLeft }: DeletedAccount) => {
  const t = useTranslate()
  const { moment } = createTimeFormat(useLocale().code)
  return (
    <Page title={t('deleteAccount.done.title')}>
      <p>{t('deleteAccount.done.body', { time: moment(Date.parse(receipt.erased_at)) })}</p>
      {signIn !== 'deleted' && (
        <Notice tone="warning">
          <p>{t(`deleteAccount.done.${signIn}`)}</p>
          <p>
            <LocaleLink to="contact" className={aloneLink}>
              {t('deleteAccount.contact')}
            </LocaleLink>
          </p>
        </Notice>
      )}
      {filesLeft?.length !== 0 && <FileNames names={filesLeft} />}
      <Card className={styles.card}>
        <dl className={styles.facts}>
          <div>
            <dt>{t('deleteAccount.done.number')}</dt>
            <dd>{receipt.number}</dd>
          </div>
        </dl>
        <p>{t('deleteAccount.done.keep')}</p>
        <Button
          onClick={() => saveJson('breaking-barriers-deletion.json', { ...receipt, signIn, filesLeft })}
        >
          {t('deleteAccount.done.download')}
        </Button>
      </Card>
      <p>
        <LocaleLink to="" className={aloneLink}>
          {t('error.goHome')}
        </LocaleLink>
      </p>
    </Page>
  )
}
