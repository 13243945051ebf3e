import type { ReactNode } from 'react'
import { locales } from '../../config/locales.ts'
import { isAdminRole } from '../../contract/roles.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { CurrentUser } from '../../session/current-user.ts'
import { LinkRow, RowList } from '../../ui/layout/row-list.tsx'

/** The outlines of the icons of the rows, in a square of 24 units. */
const rowIcons = {
  password: <path d="M6 11h12v9.5H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11M12 14.5V17" />,
  passkey: (
    <path d="M8.5 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-6 8.5a6 6 0 0 1 10-4.5M17 13.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zm0 0v7l1.8-1.8L17 17" />
  ),
  code: <path d="M7 3h10v18H7zM10 18h4M10 8.5h.01M12 8.5h.01M14 8.5h.01M10 12h4" />,
  devices: <path d="M3.5 5.5h13v9h-13zM2 18h10.5M15.5 9h6v11h-6zM18 17.5h1" />,
} satisfies Record<string, ReactNode>

/** A no-break space, which reserves the line of a note, so that nothing moves when the state is known. */
const emptyNote = '\u00A0'

/** The state of a coach's sign-in. A value is undefined until it is read, and if it could not be read. */
export type SecurityState = {
  passkeyCount: number | undefined
  isSecondFactorOn: boolean | undefined
  signInCount: number | undefined
}

/** Returns which security pages a coach has. They depend on the provider and on the role. */
export const getSecurityPages = (user: CurrentUser) => {
  const hasPasskeyPage = locales[user.locale].auth.kind === 'user-pool'
  return { hasPasskeyPage, hasSecondFactorPage: hasPasskeyPage || isAdminRole(user.role) }
}

/** How and where the coach signs in: a row for each security page, with its state. */
export const SecurityPage = ({ user, state }: { user: CurrentUser; state: SecurityState }) => {
  const t = useTranslate()
  const { hasPasskeyPage, hasSecondFactorPage } = getSecurityPages(user)
  const { passkeyCount, isSecondFactorOn, signInCount } = state
  const getPasskeyNote = (): string => {
    if (passkeyCount === undefined) return emptyNote
    if (passkeyCount === 0) return t('profile.summary.noPasskey')
    return t('profile.summary.passkeys', { count: passkeyCount })
  }
  const getSecondFactorNote = (): string => {
    if (isSecondFactorOn === undefined) return emptyNote
    return t(isSecondFactorOn ? 'profile.summary.codeOn' : 'profile.summary.codeOff')
  }
  return (
    <RowList>
      <LinkRow to="change-password" icon={rowIcons.password} label={t('signIn.password')} />
      {hasPasskeyPage && (
        <LinkRow to="passkeys" icon={rowIcons.passkey} label={t('passkeys.title')} note={getPasskeyNote()} />
      )}
      {hasSecondFactorPage && (
        <LinkRow
          to="second-factor"
          icon={rowIcons.code}
          label={t('secondFactor.title')}
          note={getSecondFactorNote()}
        />
      )}
      <LinkRow
        to="sign-ins"
        icon={rowIcons.devices}
        label={t('signIns.title')}
        note={signInCount ? t('profile.summary.signIns', { count: signInCount }) : emptyNote}
      />
    </RowList>
  )
}
