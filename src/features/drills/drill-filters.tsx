import { useState } from 'react'
import { drillNeeds, equipmentKinds } from '../../config/drills.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Fold } from '../../ui/layout/fold.tsx'
import type { DrillFilter } from './drill-filter.ts'
import styles from './drill-filters.module.css'

/** The numbers that a coach can filter by. */
const numberFields = ['age', 'players', 'minutes', 'space'] as const

/** Parses the positive integer in a field. Returns undefined if there is none. */
const parsePositiveInteger = (text: string): number | undefined => {
  const value = Math.trunc(Number(text))
  const isPositive = Number.isFinite(value) && value >= 1
  return isPositive ? value : undefined
}

/** The filters by the group, its needs and the equipment that is there, folded until one of them is used. */
export const DrillFilters = ({
  filter,
  onFilter,
}: {
  filter: DrillFilter
  onFilter: (filter: DrillFilter) => void
}) => {
  const t = useTranslate()
  // Decided only once, because the fields must stay unfolded while the coach replaces the only value.
  const [isUnfolded] = useState(() =>
    ([...numberFields, 'need', 'equipment'] as const).some((name) => filter[name] !== undefined),
  )
  return (
    <Fold summary={t('drills.filters')} open={isUnfolded}>
      <div className={styles.numbers}>
        {numberFields.map((name) => (
          <TextField
            key={name}
            type="number"
            inputMode="numeric"
            min="1"
            name={name}
            label={t(`drills.${name}`)}
            defaultValue={filter[name]}
            onChange={({ currentTarget: { value } }) =>
              onFilter({ ...filter, [name]: parsePositiveInteger(value) })
            }
          />
        ))}
      </div>
      <div className={styles.need}>
        <SelectField
          name="need"
          label={t('drills.adaptedFor')}
          options={[
            { value: '', label: t('drills.need.any') },
            ...drillNeeds.map((need) => ({ value: need, label: t(`drills.need.${need}`) })),
          ]}
          value={filter.need ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ ...filter, need: drillNeeds.find((need) => need === value) })
          }
        />
      </div>
      <ChoiceGroup
        multiple
        inRow
        name="equipment"
        legend={t('drill.equipment')}
        hint={t('drills.equipmentHint')}
        options={equipmentKinds.map((kind) => ({ value: kind, label: t(`drills.have.${kind}`) }))}
        chosen={filter.equipment ?? []}
        onChange={(chosen) => {
          const equipment = equipmentKinds.filter((kind) => chosen.includes(kind))
          onFilter({ ...filter, equipment: equipment.length > 0 ? equipment : undefined })
        }}
      />
    </Fold>
  )
}
