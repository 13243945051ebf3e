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

/** Reserves the line of a note, so that nothing moves when the state is known. */
const unknownNote = '\u00A0'

/** What is known about the sign-in of a coach. Each part is missing until it is read, and if that failed. */
export type SecurityState = {
  passkeys: number | undefined
  hasSecondFactor: boolean | undefined
  signIns: number | undefined
}

/** Which pages about the sign-in a coach has. */
export const findSecurityPages = (user: CurrentUser) => {
  const hasPasskeys = locales[user.locale].auth.kind === 'user-pool'
  return { hasPasskeys, hasSecondFactor: hasPasskeys || isAdminRole(user.role) }
}

/** How the coach signs in, and where: a row for each page about that, with its state. */
export const SecurityPage = ({ user, state }: { user: CurrentUser; state: SecurityState }) => {
  const t = useTranslate()
  const pages = findSecurityPages(user)
  const { passkeys, hasSecondFactor, signIns } = state
  const notes = {
    passkeys:
      passkeys === 0
        ? t('profile.summary.noPasskey')
        : passkeys && t('profile.summary.passkeys', { count: passkeys }),
    code:
      hasSecondFactor === undefined
        ? undefined
        : t(hasSecondFactor ? 'profile.summary.codeOn' : 'profile.summary.codeOff'),
    signIns: signIns && t('profile.summary.signIns', { count: signIns }),
  }
  return (
    <RowList>
      <LinkRow to="change-password" icon={rowIcons.password} label={t('signIn.password')} />
      {pages.hasPasskeys && (
        <LinkRow
          to="passkeys"
          icon={rowIcons.passkey}
          label={t('passkeys.title')}
          note={notes.passkeys || unknownNote}
        />
      )}
      {pages.hasSecondFactor && (
        <LinkRow
          to="second-factor"
          icon={rowIcons.code}
          label={t('secondFactor.title')}
          note={notes.code ?? unknownNote}
        />
      )}
      <LinkRow
        to="sign-ins"
        icon={rowIcons.devices}
        label={t('signIns.title')}
        note={notes.signIns || unknownNote}
      />
    </RowList>
  )
}
