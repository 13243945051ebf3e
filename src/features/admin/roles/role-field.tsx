import * as v from 'valibot'
import { roles, type Role } from '../../../contract/roles.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { ChoiceGroup } from '../../../ui/form/choice-group.tsx'
import { roleNames } from './role-names.ts'
import styles from './roles.module.css'

/** The messages that say what each role may do. */
const meanings = {
  coach: 'admin.roles.takenNext',
  viewer: 'admin.roles.may.viewer',
  supporter: 'admin.roles.may.supporter',
  manager: 'admin.roles.may.manager',
} as const satisfies Record<Role, MessageId>

type Props = { chosen: Role; choices: readonly Role[]; onChoose: (role: Role) => void }

/** Radio buttons, each with the name of a role and what it may do. */
export const RoleField = ({ chosen, choices, onChoose }: Props) => {
  const t = useTranslate()
  return (
    <ChoiceGroup
      legend={t('admin.roles.role')}
      name="role"
      options={choices.map((role) => ({
        value: role,
        label: (
          <>
            <span className={styles.name}>{t(roleNames[role])}</span>{' '}
            <span className={styles.meaning}>{t(meanings[role])}</span>
          </>
        ),
      }))}
      chosen={[chosen]}
      onChange={([value]) => onChoose(v.parse(v.picklist(roles), value))}
    />
  )
}
