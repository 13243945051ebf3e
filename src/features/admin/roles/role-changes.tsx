import { useTranslate } from '../../../i18n/use-translate.ts'
import { isolate } from '../../../lib/text/plain-name.ts'
import { Timeline, TimelineRow } from '../../../ui/layout/timeline.tsx'
import { useShowMore } from '../../../ui/use-show-more.tsx'
import { useAdminIdentity } from '../admin-identity.ts'
import { roleNames } from './role-names.ts'
import styles from './roles.module.css'
import type { RoleChange, RoleHolder } from './roles-query.ts'

/** How many changes are shown at first, and added by each press. The server lists up to 100. */
const changesPerStep = 10

type Props = { changes: readonly RoleChange[]; people: readonly RoleHolder[] }

/** Lists the last changes of roles, newest first. */
export const RoleChanges = ({ changes, people }: Props) => {
  const t = useTranslate()
  const { customerId } = useAdminIdentity()
  const { shown, showMoreButton } = useShowMore(changes, {
    step: changesPerStep,
    label: () => t('common.showMore'),
  })
  if (changes.length === 0) return <p>{t('admin.roles.noChanges')}</p>
  const names = new Map(people.map(({ customer_id, name }) => [customer_id, name && isolate(name)]))
  const formatPerson = (id: string) =>
    [names.get(id), id, id === customerId && t('admin.roles.you')].filter(Boolean).join(' ')
  return (
    <>
      <Timeline>
        {shown.map(({ changed_at, customer_id, former, role, changed_by }) => (
          <TimelineRow
            key={`${changed_at} ${customer_id}`}
            at={Date.parse(changed_at)}
            title={t('admin.roles.fromTo', { former: t(roleNames[former]), role: t(roleNames[role]) })}
          >
            <span className={styles.id} translate="no">
              {formatPerson(customer_id)}
            </span>{' '}
            <span className={styles.id}>
              {changed_by === null
                ? t('admin.roles.byDeleted')
                : t('admin.roles.by', { manager: formatPerson(changed_by) })}
            </span>
          </TimelineRow>
        ))}
      </Timeline>
      {showMoreButton}
    </>
  )
}
