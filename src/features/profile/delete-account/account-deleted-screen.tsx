import { createTimeFormat } from '../../../i18n/time-format.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { FinishedDeletion } from '../../../session/account-deletion.ts'
import { standaloneLinkClass } from '../../../ui/standalone-link.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { useBusy } from '../../../ui/use-busy.ts'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import styles from '../profile.module.css'
import { saveJson } from '../save-json.ts'
import { FilesLeftNotice } from './files-left-notice.tsx'

/**
 * Confirms that an account was deleted, and offers the receipt, which only this device has. `signIn` is what
 * happened to the sign-in at the identity provider, which cannot always delete it.
 */
export const AccountDeletedScreen = ({
  receipt,
  signIn,
  filesLeft,
  onLeave,
}: FinishedDeletion & {
  /** Deletes the receipt from this device. */
  onLeave: () => Promise<void>
}) => {
  const t = useTranslate()
  const { busy, run } = useBusy()
  const { dateAndTime } = createTimeFormat(useLocale().code)
  return (
    <Page title={t('deleteAccount.done.title')}>
      <p>{t('deleteAccount.done.body', { time: dateAndTime(Date.parse(receipt.erased_at)) })}</p>
      {signIn !== 'deleted' && (
        <Notice tone="warning">
          <p>{t(`deleteAccount.done.${signIn}`)}</p>
          <p>
            <LocaleLink to="contact" className={standaloneLinkClass}>
              {t('deleteAccount.contact')}
            </LocaleLink>
          </p>
        </Notice>
      )}
      {/* Also shown if `filesLeft` is undefined: it is unknown whether files are left. */}
      {filesLeft?.length !== 0 && <FilesLeftNotice names={filesLeft} />}
      <Card>
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
      <p>{t('deleteAccount.done.leaveHint')}</p>
      <Button variant="quiet" busy={busy} onClick={() => run(onLeave)}>
        {t('deleteAccount.done.leave')}
      </Button>
    </Page>
  )
}
