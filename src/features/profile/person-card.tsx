import { useTranslate } from '../../i18n/use-translate.ts'
import { formatFullName } from '../../lib/text/full-name.ts'
import type { CurrentUser } from '../../session/current-user.ts'
import { EmailAddress } from './email-address.tsx'
import styles from './profile.module.css'

type Names = { firstName: string; lastName: string }

/** Returns the first letters of a coach's names. */
export const toInitials = ({ firstName, lastName }: Names): string =>
  [firstName, lastName]
    .map((name) => /^./u.exec(name.trim())?.[0] ?? '')
    .join('')
    .toUpperCase()

/** Who the coach is: name, email address, and the country and language of the account. */
export const PersonCard = ({ user, names }: { user: CurrentUser; names: Names }) => {
  const t = useTranslate()
  const name = formatFullName(names)
  return (
    <div className={styles.person}>
      <span className={styles.initials} translate="no" aria-hidden="true">
        {toInitials(names)}
      </span>
      <div className={styles.who}>
        {name !== '' && (
          <p className={styles.name} translate="no">
            {name}
          </p>
        )}
        <p>
          <EmailAddress email={user.email} />
        </p>
        <p>{t(`localeName.${user.locale}`)}</p>
      </div>
    </div>
  )
}
