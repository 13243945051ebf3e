import { useRef } from 'react'
import type { CurrentUser } from '../../session/current-user.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Details, Part, PersonResult } from '../../person/person.ts'
import { DetailsForm } from './details-form.tsx'
import { PartState } from './part-state.tsx'
import { ProfileSection } from './profile-section.tsx'
import styles from './profile.module.css'

type Props = {
  user: CurrentUser
  part: Part<Details>
  save: (details: Details) => PersonResult
  onRetry: () => void
  offline: boolean
}

/** Who the coach is. The copy of this device can be read; only what was just read from the services can be changed. */
export const DetailsCard = ({ user, part, save, onRetry, offline }: Props) => {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = part.is === 'ready' ? part.value : (part.copy ?? user)

  return (
    <ProfileSection headingRef={heading} title={t('profile.aboutYou')}>
      <dl className={styles.facts}>
        <div>
          <dt>{t('profile.name')}</dt>
          <dd>{`${shown.firstName} ${shown.lastName}`.trim() || '–'}</dd>
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
      <PartState part={part} onRetry={onRetry} offline={offline} heading={heading} />
      {part.is === 'ready' && <DetailsForm key={part.revision} details={part.value} save={save} />}
    </ProfileSection>
  )
}
