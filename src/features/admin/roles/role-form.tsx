import { useState, type RefObject } from 'react'
import * as v from 'valibot'
import { roles, type Role } from '../../../contract/roles.ts'
import { customerId } from '../../../contract/shared-schemas.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { Result } from '../../../lib/result.ts'
import { toPlainName } from '../../../lib/text/plain-name.ts'
import { atMost, check, fieldText } from '../../../ui/form/field-schemas.ts'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm, type FormFailure } from '../../../ui/form/use-form.ts'
import type { GrantOutcome, RoleGrant } from './give-role.ts'
import { RoleField } from './role-field.tsx'
import type { RoleHolder } from './roles-query.ts'

type GrantResult = Promise<Result<GrantOutcome, FormFailure>>

export type ChangeRole = (grant: RoleGrant) => GrantResult

/** What a manager typed. The manager may not know whether the person already has a role (`former`). */
export type TypedGrant = Omit<RoleGrant, 'former'>

/** Removes what is often copied with an id: invisible characters, "ID:" and a full stop. */
const cleanId = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .replace(/^\s*id\s*:/i, '')
    .trim()
    .replace(/\.$/, '')

const personName = v.pipe(fieldText, v.transform(toPlainName), atMost(200))

const schema = v.object({
  customer_id: v.pipe(
    fieldText,
    v.transform(cleanId),
    check((id) => !id.includes('@'), 'admin.roles.idNotEmail'),
    check((id) => v.is(customerId, id), 'admin.roles.idNeeded'),
  ),
  name: personName,
  role: v.picklist(roles),
})

type GiveProps = {
  /** The initial id. */
  customer: string | undefined
  people: readonly RoleHolder[]
  /** Where coaches find their id. */
  address: string
  offline: boolean
  give: (grant: TypedGrant) => GrantResult
  idField: RefObject<HTMLInputElement | null>
  onGiven: () => void
  onCancel: () => void
}

/** A form that gives a role to a coach, by the id of the account. */
export const GiveRoleForm = ({
  customer,
  people,
  address,
  offline,
  give,
  idField,
  onGiven,
  onCancel,
}: GiveProps) => {
  const t = useTranslate()
  const [chosen, setChosen] = useState<Role>()
  const findRole = (id: string | undefined) => people.find((person) => person.customer_id === id)?.role
  const state = useForm({
    schema,
    submit: ({ name, ...grant }) => give({ ...grant, ...(name !== '' && { name }) }),
    onDone: (outcome, { customer_id: id }) => {
      if (outcome === 'given' || outcome === 'unchanged') onGiven()
      if (outcome === 'cancelled') setChosen(findRole(id))
    },
  })
  return (
    <Form state={state} submitLabel={t('admin.roles.give')} offline={offline} onCancel={onCancel}>
      <TextField
        label={t('admin.roles.id')}
        hint={t('admin.roles.idHint', { address })}
        name="customer_id"
        defaultValue={customer}
        ref={idField}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField
        label={t('admin.roles.personName')}
        hint={t('admin.roles.personNameHint')}
        name="name"
        autoComplete="off"
        spellCheck={false}
      />
      <RoleField
        chosen={chosen ?? findRole(customer) ?? 'viewer'}
        choices={['viewer', 'supporter', 'manager']}
        onChoose={setChosen}
      />
    </Form>
  )
}

type ChangeProps = { customer: string; role: Role; name: string; offline: boolean; change: ChangeRole }

/** A form that changes the role and the name of somebody who has a role, or takes the role. */
export const ChangeRoleForm = ({
  customer,
  role: former,
  name: formerName,
  offline,
  change,
}: ChangeProps) => {
  const t = useTranslate()
  const [chosen, setChosen] = useState(former)
  const state = useForm({
    schema: v.object({ role: v.picklist(roles), name: personName }),
    submit: ({ role, name }) =>
      change({ customer_id: customer, role, former, ...(name !== formerName && { name }) }),
    onDone: (outcome) => {
      if (outcome === 'cancelled') setChosen(former)
    },
  })
  return (
    <Form state={state} submitLabel={t('admin.roles.change')} compact offline={offline}>
      <TextField
        label={t('admin.roles.personName')}
        name="name"
        defaultValue={formerName}
        autoComplete="off"
        spellCheck={false}
      />
      <RoleField chosen={chosen} choices={['manager', 'supporter', 'viewer', 'coach']} onChoose={setChosen} />
    </Form>
  )
}
