import { useId, useRef } from 'react'
import type { CurrentUser } from '../../session/current-user.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Details, Part, PersonResult } from '../../person/person.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Fold } from '../../ui/layout/fold.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { DetailsForm } from './details-form.tsx'
import { EmailAddress } from './email-address.tsx'
import { PartState } from './part-state.tsx'
import styles from './profile.module.css'

type Props = {
  user: CurrentUser
  part: Part<Details>
  save: (details: Details) => PersonResult
  onRetry: () => void
  offline: boolean
}

/**
 * The coach's details, with a folded form to change them. The device's copy can be read; only details that
 * were just read from the services can be changed.
 */
export const DetailsCard = ({ user, part, save, onRetry, offline }: Props) => {
  const t = useTranslate()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = part.is === 'ready' ? part.value : (part.copy ?? user)

  return (
    <section aria-labelledby={id}>
      <Card className={styles.person}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {t('profile.aboutYou')}
        </h2>
        <Facts user={user} name={`${shown.firstName} ${shown.lastName}`.trim()} />
        <PartState part={part} isEmpty={false} onRetry={onRetry} offline={offline} heading={heading} />
        {offline && <p className={styles.note}>{t('profile.needsConnection')}</p>}
        {part.is === 'ready' && (
          <Fold className={styles.change} summary={t('profile.editDetails')}>
            <DetailsForm key={part.revision} details={part.value} save={save} />
          </Fold>
        )}
      </Card>
    </section>
  )
}

const Facts = ({ user, name }: { user: CurrentUser; name: string }) => {
  const t = useTranslate()
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('profile.name')}</dt>
        <dd>{name || '–'}</dd>
      </div>
      <div>
        <dt>{t('profile.email')}</dt>
        <dd>
          <EmailAddress email={user.email} />
        </dd>
        <dd className={styles.note}>
          <span>{t('profile.emailFixed')}</span> <LocaleLink to="contact">{t('footer.contact')}</LocaleLink>
        </dd>
      </div>
      <div>
        <dt>{t('profile.location')}</dt>
        <dd>{t(`localeName.${user.locale}`)}</dd>
      </div>
    </dl>
  )
}
