import type { CurrentUser } from '../../auth/auth.ts'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import styles from './profile-screen.module.css'

type Props = { user: CurrentUser; onSignOut: () => void }

/** Who is signed in. */
export const ProfileScreen = ({ user, onSignOut }: Props) => {
  const t = useWords()
  return (
    <Page title={t('profile.title')}>
      <Card>
        <dl className={styles.facts}>
          <div>
            <dt>{t('profile.name')}</dt>
            <dd>{`${user.firstName} ${user.lastName}`.trim() || '–'}</dd>
          </div>
          <div>
            <dt>{t('profile.email')}</dt>
            <dd>{user.email}</dd>
          </div>
          <div>
            <dt>{t('profile.location')}</dt>
            <dd>{t(`localeName.${user.locale}`)}</dd>
          </div>
        </dl>
      </Card>
      <div>
        <Button variant="secondary" onClick={onSignOut}>
          {t('profile.signOut')}
        </Button>
      </div>
    </Page>
  )
}
