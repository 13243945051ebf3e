import { useTranslate } from '../../i18n/use-translate.ts'
import { installWayOf, type InstallWay } from '../../platform/install/install-way.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Illustration } from '../../ui/illustration.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'

/** Browsers of other vendors, and in-app browsers, whose settings have other names. */
const others = /SamsungBrowser|OPR\/|; wv\)|FBAN|FBAV|Instagram|DuckDuckGo|YaBrowser|UCBrowser/

type Agent = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** The browser whose settings to describe, if it can be recognised. */
const browserOf = (browser: Agent): InstallWay | 'other' => {
  const way = installWayOf(browser)
  const isChromium = /Chrom(e|ium)\//.test(browser.userAgent)
  if (others.test(browser.userAgent) || (way.endsWith('chromium') && !isChromium)) return 'other'
  return way
}

/**
 * Replaces a page of an account if the browser blocks the storage of this site: explains what is blocked, and
 * where to allow it.
 */
export const StorageBlockedPage = ({ browser = navigator }: { browser?: Agent }) => {
  const t = useTranslate()
  return (
    <Page title={t('storageBlocked.title')}>
      <Illustration name="failed" />
      <p role="alert">{t('storageBlocked.why')}</p>
      <h2>{t('storageBlocked.allow')}</h2>
      <p>{t(`storageBlocked.in.${browserOf(browser)}`)}</p>
      <p>{t('storageBlocked.then')}</p>
      <ButtonRow>
        <Button onClick={() => location.reload()}>{t('common.reload')}</Button>
        <LocaleLink to="" className={buttonClass('secondary')}>
          {t('error.goHome')}
        </LocaleLink>
      </ButtonRow>
    </Page>
  )
}
