import type { ResponseOf } from '../../contract/product-api.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './admin.module.css'
import { countries } from './device-filters.ts'
import { Moment } from './moment.tsx'

/** Who has used a device, by id and country, never by e-mail address. */
export const DevicePeople = ({
  people,
  now,
}: {
  people: ResponseOf<'syncDevice'>['people']
  now: number
}) => {
  const t = useTranslate()
  if (people.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{t('admin.detail.peopleHeading')}</h2>
      <ul className={styles.people}>
        {people.map(({ customer_id, country, last_seen, to_send, needs_you }) => {
          const known = countries.find((one) => one === country)
          return (
            <li key={customer_id}>
              <span className={styles.id}>{customer_id}</span>
              <span>{known ? t(`countryName.${known}`) : country}</span>
              <Moment at={last_seen} now={now} />
              <span>{t('admin.detail.personWaits', { toSend: to_send, needsYou: needs_you })}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
