import { locales } from '../../config/locales.ts'
import { isAdminRole } from '../../contract/roles.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { CurrentUser } from '../../session/current-user.ts'
import { LinkRow, RowList } from '../../ui/layout/row-list.tsx'
import { rowIcons } from './row-icons.tsx'

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
          icon={rowIcons.secondFactor}
          label={t('secondFactor.title')}
          note={getSecondFactorNote()}
        />
      )}
      <LinkRow
        to="sign-ins"
        icon={rowIcons.signIns}
        label={t('signIns.title')}
        note={signInCount ? t('profile.summary.signIns', { count: signInCount }) : emptyNote}
      />
    </RowList>
  )
}
