import { useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import type { AuthFailure } from '../../session/auth-failure.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import { useBusy } from '../../ui/use-busy.ts'
import styles from './hosted-sign-in.module.css'

type Props = {
  /** Whether the response of the hosted page is being used. */
  isCompleting: boolean
  /** Why the return from the hosted page did not sign the coach in. */
  failure: AuthFailure | undefined
  /** The email address of the signed-in coach, if another sign-in in this browser finished first. */
  signedInEmail: string | undefined
  /** Whether the response of the hosted page can be used once more. */
  canRetry: boolean
  offline: boolean
  /** Uses the response again. Resolves when `failure` is up to date. */
  retry: () => Promise<void>
  /** Navigates to the hosted page. Resolves only if this page is not left. */
  start: () => Promise<Result<void, AuthFailure>>
}

const findError = (result: Result<void, AuthFailure>): AuthFailure | undefined =>
  result.ok ? undefined : result.error

/**
 * Links to the sign-in page of an organisation. After a return from that page that did not sign the coach in, shows
 * why.
 */
export const HostedSignInScreen = (props: Props) => {
  const { isCompleting, failure: returnFailure, signedInEmail, canRetry, offline, retry, start } = props
  const t = useTranslate()
  const { busy, run } = useBusy()
  /** The result of the last attempt to open the hosted page. It replaces the failure of an earlier return. */
  const [startResult, setStartResult] = useState<Result<void, AuthFailure>>()
  const failure = startResult ? findError(startResult) : returnFailure
  const openHostedPage = () =>
    run(async () => {
      setStartResult(await start())
    })
  const retryButton = canRetry && !startResult && (
    <Button busy={busy} onClick={() => run(retry)}>
      {t('common.retry')}
    </Button>
  )

  if (isCompleting && !busy)
    return (
      <Page title={t('hostedSignIn.title')} hasPicture>
        <Notice tone="info">{t('common.loading')}</Notice>
      </Page>
    )

  // The failure would ask the coach to start again, which is possible only without a session.
  if (signedInEmail !== undefined && failure)
    return (
      <Page title={t('hostedSignIn.title')} hasPicture>
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
    <Page title={t('hostedSignIn.title')} intro={t('hostedSignIn.intro')} hasPicture>
      {failure && !busy && <FailureNotice failure={failure} />}
      {offline && <Notice tone="info">{t('error.offlineNeedsConnection')}</Notice>}
      <Stack gap="s">
        {retryButton}
        <Button
          busy={busy && !retryButton}
          variant={retryButton ? 'secondary' : 'primary'}
          onClick={openHostedPage}
        >
          {t(failure ? 'confirmSignIn.restart' : 'hostedSignIn.submit')}
        </Button>
      </Stack>
      <p>
        <LocaleLink to="login" className={standaloneLinkClass}>
          {t('hostedSignIn.withPassword')}
        </LocaleLink>
      </p>
    </Page>
  )
}
