import { useRef, useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { PasswordForm } from '../../person/form/password-form.tsx'
import { SecurityContent, SecurityState, SecuritySubpage } from '../../person/form/security-subpage.tsx'
import type { Factor } from '../../session/challenge.ts'
import type { AuthFailure } from '../../session/auth-failure.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import styles from './second-factor.module.css'
import { SetUpForm } from './set-up-form.tsx'

/** The messages of failures that a first code may have because another tab has replaced the key. */
const keyReplacedMessages: ReadonlySet<AuthFailure['message']> = new Set([
  'errorMessage.challengeCodeWrong',
  'secondFactor.keyReplaced',
])

type Props = {
  email: string
  offline: boolean
  /**
   * The factors that a sign-in asks for after the password, or why they could not be read. Undefined while
   * they are read.
   */
  factors: Result<readonly Factor[], AuthFailure> | undefined
  /** Reads the factors again. */
  onRetry: () => void
  /** Checks the password, then resolves to the key of an authenticator app. */
  createKey: (password: string) => Promise<Result<string, AuthFailure>>
  turnOn: (code: string) => Promise<Result<void, AuthFailure>>
  turnOff: (password: string) => Promise<Result<void, AuthFailure>>
  /** Whether the coach is an admin, whose pages need a second factor. */
  isAdmin: boolean
  /** What asks for the code: every sign-in, or only the admin pages. */
  askedAt: 'signIn' | 'admin'
  /** Called when the second factor has been turned on or off. Resolves when `factors` are up to date. */
  onChanged: () => Promise<void>
  /** The key of a set-up that a reload has interrupted. */
  pendingKey: string | undefined
  /** Resolves to how far the clock of this device is off, in ms. */
  measureClock: () => Promise<number>
}

/** Shows whether sign-ins ask for a code after the password, and turns that on or off. */
export const SecondFactorScreen = ({ factors, ...props }: Props) => {
  const {
    email,
    offline,
    isAdmin,
    askedAt,
    pendingKey,
    createKey,
    turnOn,
    turnOff,
    measureClock,
    onRetry,
    onChanged,
  } = props
  const t = useTranslate()
  const translateAs = (id: 'intro' | 'off' | 'on' | 'turnedOn' | 'turnedOff') =>
    t(askedAt === 'admin' ? `secondFactor.atAdmin.${id}` : `secondFactor.${id}`)
  /** The key of the authenticator app while it is being set up. */
  const [secret, setSecret] = useState(pendingKey)
  const heading = useRef<HTMLHeadingElement>(null)
  /** Takes the focus from the pressed button, which disappears with the next step. */
  const focusHeading = () => heading.current?.focus()
  const showStep = (nextSecret: string | undefined) => {
    setSecret(nextSecret)
    focusHeading()
  }

  /** Returns the result of a change when `factors` include it, so that the page says the same as the toast. */
  const waitForFactors = async (result: Result<void, AuthFailure>) => {
    // Another tab may have replaced the key of this one, and turned the code on with it.
    if (result.ok || keyReplacedMessages.has(result.error.message)) await onChanged()
    return result
  }

  const renderTurnedOn = (current: readonly Factor[]) => (
    <>
      <Notice tone="success">
        <p>{translateAs('on')}</p>
      </Notice>
      {isAdmin && (
        <p>
          <LocaleLink to="admin" className={buttonClass()}>
            {t('secondFactor.toAdmin')}
          </LocaleLink>
        </p>
      )}
      {current.includes('TOTP') && <p>{t('secondFactor.lost')}</p>}
      <p>
        <LocaleLink to="contact" className={standaloneLinkClass}>
          {t('deleteAccount.contact')}
        </LocaleLink>
      </p>
      <Card className={styles.turnOff}>
        <Disclosure summary={t('secondFactor.turnOff')} lazy>
          <PasswordForm
            email={email}
            submitLabel={t('secondFactor.turnOff')}
            variant="dangerOutline"
            submit={async (password) => waitForFactors(await turnOff(password))}
            onDone={() => {
              showStep(undefined)
              notify.success(translateAs('turnedOff'))
            }}
          />
        </Disclosure>
      </Card>
    </>
  )

  const renderSetUp = (key: string) => (
    <SetUpForm
      secret={key}
      email={email}
      measureClock={measureClock}
      turnOn={async (code) => waitForFactors(await turnOn(code))}
      onRestart={() => showStep(undefined)}
      onDone={() => {
        showStep(undefined)
        notify.success(translateAs('turnedOn'))
      }}
    />
  )

  const renderTurnedOff = () => (
    <SecurityState title={translateAs('off')}>
      <PasswordForm
        email={email}
        submitLabel={t('secondFactor.setUp')}
        submit={createKey}
        onDone={(key) => showStep(key)}
      />
    </SecurityState>
  )

  const renderContent = (current: readonly Factor[]) => {
    if (current.length > 0) return renderTurnedOn(current)
    return secret === undefined ? renderTurnedOff() : renderSetUp(secret)
  }

  return (
    <SecuritySubpage
      result={factors}
      headingRef={heading}
      title={t('secondFactor.title')}
      intro={translateAs('intro')}
    >
      <SecurityContent
        result={factors}
        offline={offline}
        offlineMessage="profile.needsConnection"
        rows={4}
        failedTitle={t('secondFactor.failed')}
        onRetry={() => {
          focusHeading()
          onRetry()
        }}
      >
        {renderContent}
      </SecurityContent>
    </SecuritySubpage>
  )
}
