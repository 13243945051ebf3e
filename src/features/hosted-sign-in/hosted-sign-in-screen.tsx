import { useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import type { AuthFailure } from '../../session/failure-messages.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import { useBusy } from '../../ui/use-busy.ts'
import styles from './hosted-sign-in.module.css'

type Props = {
  /** Whether the response of the hosted page is being used. */
  isCompleting: boolean
  /** Why the return from the hosted page has not signed the coach in. */
  failure: AuthFailure | undefined
  /** The coach who is signed in, if another sign-in of this browser has been faster. */
  signedInEmail: string | undefined
  /** Whether the response of the hosted page can be used once more. */
  canRetry: boolean
  offline: boolean
  /** Uses the response again. Resolves when `failure` is up to date. */
  retry: () => Promise<void>
  /** Leads to the hosted page. Resolves if this page stays. */
  begin: () => Promise<Result<void, AuthFailure>>
}

/** Leads to the sign-in page of an organisation, and says why the return from it has failed. */
export const HostedSignInScreen = (props: Props) => {
  const { isCompleting, failure: failureOfReturn, signedInEmail, canRetry, offline, retry, begin } = props
  const t = useTranslate()
  const { busy, run } = useBusy()
  const [beginning, setBeginning] = useState<Result<void, AuthFailure>>()
  const failure = beginning ? !beginning.ok && beginning.error : failureOfReturn
  const open = () =>
    run(async () => {
      setBeginning(await begin())
    })
  const retryButton = canRetry && !beginning && (
    <Button busy={busy} onClick={() => run(retry)}>
      {t('common.retry')}
    </Button>
  )

  if (isCompleting && !busy)
    return (
      <Page title={t('hostedSignIn.title')}>
        <Notice tone="info">{t('common.loading')}</Notice>
      </Page>
    )

  // The failure would say to start again, which only a coach who is not signed in can do.
  if (signedInEmail !== undefined && failure)
    return (
      <Page title={t('hostedSignIn.title')}>
        <Notice tone="warning">
          <p className={styles.account}>{t('hostedSignIn.signedInAs', { email: signedInEmail })}</p>
        </Notice>
        <p>
          <LocaleLink to={t('coursesHomeSlug')} className={standaloneLinkClass}>
            {t('courses.title')}
          </LocaleLink>
        </p>
      </Page>
    )

  return (
    <Page title={t('hostedSignIn.title')} intro={t('hostedSignIn.intro')}>
      {failure && !busy && <FailureNotice failure={failure} />}
      {offline && <Notice tone="info">{t('error.offlineNeedsConnection')}</Notice>}
      <ButtonRow>
        {retryButton}
        <Button busy={busy && !retryButton} variant={retryButton ? 'secondary' : 'primary'} onClick={open}>
          {t(failure ? 'confirmSignIn.restart' : 'hostedSignIn.submit')}
        </Button>
      </ButtonRow>
      <p>
        <LocaleLink to="login" className={standaloneLinkClass}>
          {t('hostedSignIn.withPassword')}
        </LocaleLink>
      </p>
    </Page>
  )
}
