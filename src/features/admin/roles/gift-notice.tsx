import { includesRole } from '../../../contract/roles.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { isolate } from '../../../lib/text/plain-name.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { CallOutcome, RoleGift } from './give-role.ts'
import { roleNames } from './role-names.ts'
import styles from './roles.module.css'

/** A call for a role. */
export type Gift = Pick<RoleGift, 'role' | 'former'> & {
  outcome: CallOutcome
  /** What the manager calls the person, or the id. */
  known: string
  /** Whether the call had another name than the list before it, or removed the name. */
  isRenamed: boolean
}

const focusOnMount = (notice: HTMLDivElement | null): void => notice?.focus()

/** Says what a call did, and what the person or the manager does next. Takes the focus: the form may be gone. */
export const GiftNotice = ({ gift, address }: { gift: Gift; address: string }) => {
  const t = useTranslate()
  const { outcome, role, former, known, isRenamed } = gift
  const isNameOnly = outcome === 'unchanged' && role !== 'coach' && isRenamed
  const values = { name: isolate(known), role: t(roleNames[role]) }
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
