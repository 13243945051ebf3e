import { useEffect, useEffectEvent, type ReactNode } from 'react'
import type { CurrentUser } from '../../session/current-user.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Person, PersonSnapshot } from '../../person/person.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ThemeField, type ThemeFieldProps } from '../../ui/form/theme-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { AccountCard, type AccountActions } from './account-card.tsx'
import { ChoicesCard } from './choices-card.tsx'
import { DetailsCard } from './details-card.tsx'
import { DataCard, type DataActions } from './data-card.tsx'
import styles from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { standaloneLink } from '../../ui/standalone-link.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { useStore } from '../../lib/use-store.ts'

type Props = {
  user: CurrentUser
  certificates: ReactNode
  /** The people the coach reaches. */
  impact: ReactNode
  person: Person
  offline: boolean
  /** The theme of this device, which is not part of the account. */
  theme: ThemeFieldProps
  account: AccountActions
  data: DataActions
}

/**
 * The coach's profile, with a row for everything that they can see and do here. Each part loads and fails
 * independently.
 */
export const ProfileScreen = ({
  user,
  certificates,
  impact,
  person,
  offline,
  theme,
  account,
  data,
}: Props) => {
  const t = useTranslate()
  const parts = useStore(person, person.snapshot)
  const { details, learning, news } = parts
  const hasMissingPart = Object.values(parts).some((part) => part.kind !== 'ready' && part.copy === undefined)
  const hasFailedPart = Object.values(parts).some(({ kind }) => kind === 'failed')
  const retryFailedPart = useEffectEvent(() => hasFailedPart && void person.read())
  useEffect(() => {
    if (!offline) retryFailedPart()
  }, [offline])
  const retry = (part: keyof PersonSnapshot) => () => void person.read(part)

  return (
    <Page title={t('profile.title')}>
      {offline && (
        <Notice tone="info">{t(hasMissingPart ? 'profile.offlineMissing' : 'profile.offline')}</Notice>
      )}
      <DetailsCard
        user={user}
        part={details}
        save={person.saveDetails}
        onRetry={retry('details')}
        offline={offline}
      />
      <div className={styles.sections}>
        {certificates}
        {impact}
        <ChoicesCard
          kind="learning"
          part={learning}
          save={person.saveLearning}
          onRetry={retry('learning')}
          offline={offline}
        />
        <ChoicesCard
          kind="news"
          part={news}
          save={person.saveNews}
          onRetry={retry('news')}
          offline={offline}
        />
        <ProfileSection id="appearance" title={t('theme.title')}>
          <ThemeField {...theme} />
        </ProfileSection>
        <AccountCard actions={account} />
        <DataCard actions={data} />
        <HelpCard />
      </div>
    </Page>
  )
}

const helpPages = [
  'contact',
  'faq',
  'about',
  'sitemap',
  'terms',
  'privacy',
  'accessibility',
  'cookies',
] as const

/** The links of the footer, for phones, on which the app's screens have no footer. */
export const HelpCard = () => {
  const t = useTranslate()
  const { code } = useLocale()
  return (
    <ProfileSection id="help" title={t('profile.help')}>
      <ul className={styles.help}>
        {helpPages.map((page) => (
          <li key={page}>
            <LocaleLink to={page}>{t(`footer.${page}`)}</LocaleLink>
          </li>
        ))}
      </ul>
      <p>
        <span>{t('footer.currentLocation', { location: t(`localeName.${code}`) })}</span>{' '}
        <LocaleLink to="change-location" search={{ from: t('profileSlug') }} className={standaloneLink}>
          {t('footer.changeLocation')}
        </LocaleLink>
      </p>
    </ProfileSection>
  )
}
