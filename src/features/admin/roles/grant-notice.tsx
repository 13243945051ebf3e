import { includesRole } from '../../../contract/roles.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { isolate } from '../../../lib/text/plain-name.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { CallOutcome, RoleGrant } from './give-role.ts'
import { roleNames } from './role-names.ts'
import styles from './roles.module.css'

/** A grant that was sent to the server. */
export type SentGrant = Pick<RoleGrant, 'role' | 'former'> & {
  outcome: CallOutcome
  /** The name that managers gave the person, or else the id. */
  displayName: string
  /** Whether the call changed or removed the name. */
  isRenamed: boolean
}

const focusOnMount = (notice: HTMLDivElement | null): void => notice?.focus()

/**
 * Shows the outcome of a grant, and what the person or the manager does next. Takes the focus, because the form
 * may have disappeared.
 */
export const GrantNotice = ({ grant, address }: { grant: SentGrant; address: string }) => {
  const t = useTranslate()
  const { outcome, role, former, displayName, isRenamed } = grant
  const isNameOnly = outcome === 'unchanged' && role !== 'coach' && isRenamed
  const values = { name: isolate(displayName), role: t(roleNames[role]) }
  const getTexts = () => {
    if (outcome === 'unsure') return { title: t('admin.roles.unsure'), next: t('admin.roles.unsureNext') }
    if (outcome === 'changed-meanwhile')
      return { title: t('admin.roles.meanwhile'), next: t('admin.roles.meanwhileNext') }
    if (role === 'coach') return { title: t('admin.roles.taken', values), next: t('admin.roles.takenNext') }
    if (isNameOnly) return { title: t('admin.roles.renamed') }
    if (outcome === 'unchanged') return { title: t('admin.roles.unchanged', values) }
    const title = t('admin.roles.given', values)
    // People who had a role have set up the second factor.
    if (former === 'coach') return { title, next: t('admin.roles.givenNext', { address }) }
    return includesRole(role, former) ? { title } : { title, next: t('admin.roles.loweredNext') }
  }
  const getTone = () => {
    if (outcome === 'given' || isNameOnly) return 'success'
    return outcome === 'unchanged' ? 'info' : 'warning'
  }
  const { title, next } = getTexts()
  return (
    <div ref={focusOnMount} tabIndex={-1} className={styles.notice}>
      <Notice tone={getTone()} title={title}>
        {next !== undefined && <p>{next}</p>}
      </Notice>
    </div>
  )
}
