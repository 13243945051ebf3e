import { useRef } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { ok, type Result } from '../../lib/result.ts'
import { PasswordForm } from '../../person/form/password-form.tsx'
import { SecurityContent, SecurityState, SecuritySubpage } from '../../person/form/security-subpage.tsx'
import { hasPasskeys } from '../../platform/has-passkeys.ts'
import type { AuthFailure } from '../../session/auth-failure.ts'
import type { PasskeyList as AccountPasskeys } from '../../session/providers/provider.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import { PasskeyList } from './passkey-list.tsx'
import styles from './passkeys.module.css'

/** Cognito's limit for each account. */
const maxPasskeys = 20

type Props = {
  email: string
  offline: boolean
  /** The passkeys of the account, or why they could not be read. Undefined while they are read. */
  list: Result<AccountPasskeys, AuthFailure> | undefined
  /** Reads the list again. */
  onRetry: () => void
  /** Checks the password, then creates a passkey after the browser's prompt. */
  add: (password: string) => Promise<Result<'added' | 'cancelled', AuthFailure>>
  remove: (id: string) => Promise<Result<void, AuthFailure>>
  /** Called when a passkey was added or removed. Resolves to the new `list`. */
  onChanged: () => Promise<Props['list']>
}

/** Lists the passkeys of an account, adds one on this device, and removes them. */
export const PasskeysScreen = ({ list, ...props }: Props) => {
  const { email, offline, onRetry, add, remove, onChanged } = props
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  /** Takes the focus from the pressed button, which disappears with the next step. */
  const focusHeading = () => heading.current?.focus()

  /** Says why no passkey can be added, if so. */
  const renderObstacle = ({ passkeys, hasSecondFactor }: AccountPasskeys) => {
    if (hasSecondFactor)
      return (
        <Notice tone="info">
          <p>{t('passkeys.withCode')}</p>
          <p>
            <LocaleLink to="second-factor" className={standaloneLinkClass}>
              {t('secondFactor.title')}
            </LocaleLink>
          </p>
        </Notice>
      )
    if (!hasPasskeys()) return <p>{t('passkeys.unsupported')}</p>
    if (passkeys.length >= maxPasskeys) return <p>{t('passkeys.tooMany')}</p>
    return undefined
  }

  const renderAddForm = ({ passkeys }: AccountPasskeys) => (
    <PasswordForm
      email={email}
      submitLabel={t('passkeys.add')}
      submit={async (password) => {
        const result = await add(password)
        if (result.ok && result.value === 'cancelled') return result
        const updatedList = await onChanged()
        // The passkey may exist although the response was lost.
        const isAdded = !result.ok && updatedList?.ok && updatedList.value.passkeys.length > passkeys.length
        return isAdded ? ok('added' as const) : result
      }}
      onDone={(outcome) => {
        if (outcome === 'cancelled') notify.blank(t('passkeys.notAdded'))
        else {
          focusHeading()
          notify.success(t('passkeys.added'))
        }
      }}
    />
  )

  const renderContent = (account: AccountPasskeys) => {
    const { passkeys } = account
    const obstacle = renderObstacle(account)
    if (passkeys.length === 0)
      return <SecurityState title={t('passkeys.none')}>{obstacle ?? renderAddForm(account)}</SecurityState>
    return (
      <>
        <PasskeyList
          passkeys={passkeys}
          remove={async (id) => {
            const result = await remove(id)
            if (result.ok) await onChanged()
            return result
          }}
          onRemoved={() => {
            focusHeading()
            notify.success(t('passkeys.removed'))
          }}
        />
        {obstacle ?? (
          // Closed again after each change, because the password was for that change.
          <Card key={passkeys.length} className={styles.another}>
            <Disclosure summary={t('passkeys.addAnother')} lazy>
              {renderAddForm(account)}
            </Disclosure>
          </Card>
        )}
      </>
    )
  }

  return (
    <SecuritySubpage
      result={list}
      headingRef={heading}
      title={t('passkeys.title')}
      intro={t('passkeys.intro')}
    >
      <SecurityContent
        result={list}
        offline={offline}
        offlineMessage="profile.needsConnection"
        rows={4}
        failedTitle={t('passkeys.failed')}
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
