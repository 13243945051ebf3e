import * as v from 'valibot'
import { roles, type Role } from '../../../contract/roles.ts'
import { customerId } from '../../../contract/shapes.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { check, fieldText } from '../../../ui/form/checks.ts'
import { Form } from '../../../ui/form/form.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import type { GiftOutcome, GiveRole, RoleGift } from './give-role.ts'
import { roleNames } from './role-names.ts'

type FormProps = {
  offline: boolean
  give: GiveRole
  onDone: (outcome: GiftOutcome, gift: RoleGift) => void
}

const schema = v.object({
  customer_id: v.pipe(
    fieldText,
    check((id) => v.is(customerId, id), 'admin.roles.idNeeded'),
  ),
  role: v.picklist(roles),
})

const RoleField = ({ chosen, choices }: { chosen: Role; choices: readonly Role[] }) => {
  const t = useTranslate()
  const options = choices.map((value) => ({ value, label: t(roleNames[value]) }))
  return <SelectField label={t('admin.roles.role')} name="role" defaultValue={chosen} options={options} />
}

/** A form that gives a role to a coach, by the id of the account. */
export const GiveRoleForm = ({
  customer,
  address,
  offline,
  give,
  onDone,
}: FormProps & {
  /** The initial id. */
  customer: string | undefined
  /** Where coaches find their id. */
  address: string
}) => {
  const t = useTranslate()
  const state = useForm({ schema, submit: give, onDone })
  return (
    <Form state={state} submitLabel={t('admin.roles.give')} compact offline={offline}>
      <TextField
        label={t('admin.roles.id')}
        hint={t('admin.roles.idHint', { address })}
        name="customer_id"
        defaultValue={customer}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <RoleField chosen="viewer" choices={['viewer', 'supporter', 'manager']} />
    </Form>
  )
}

/** A form that changes the role of somebody who has one, or takes it. */
export const ChangeRoleForm = ({
  customer,
  role,
  offline,
  give,
  onDone,
}: FormProps & { customer: string; role: Role }) => {
  const t = useTranslate()
  const state = useForm({
    schema: v.object({ role: v.picklist(roles) }),
    submit: (change) => give({ customer_id: customer, ...change }),
    onDone: (outcome, change) => onDone(outcome, { customer_id: customer, ...change }),
  })
  return (
    <Form state={state} submitLabel={t('admin.roles.change')} compact offline={offline}>
      <RoleField chosen={role} choices={['manager', 'supporter', 'viewer', 'coach']} />
    </Form>
  )
}
