import { useState } from 'react'
import { drillNeeds, equipmentKinds } from '../../config/drills.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Dialog } from '../../ui/layout/dialog.tsx'
import { SheetActions } from '../../ui/layout/sheet-actions.tsx'
import { clearSheetFilters, countSheetFilters, type DrillFilter } from './drill-filter.ts'
import styles from './drill-filter-sheet.module.css'

/** The numbers that a coach can filter by. */
const numberFields = ['age', 'players', 'minutes', 'space'] as const

/** Parses the positive integer in a field. Returns undefined if there is none. */
const parsePositiveInteger = (text: string): number | undefined => {
  const value = Math.trunc(Number(text))
  const isPositive = Number.isFinite(value) && value >= 1
  return isPositive ? value : undefined
}

type Props = {
  filter: DrillFilter
  onFilter: (filter: DrillFilter) => void
  /** Counts the drills that match a filter. */
  countMatches: (filter: DrillFilter) => number
}

/** The fields of the sheet. They change a draft, which becomes the filter when the coach presses "show". */
const FilterFields = ({ filter, onFilter, countMatches }: Props) => {
  const t = useTranslate()
  const [draft, setDraft] = useState(filter)
  return (
    <>
      <SelectField
        name="need"
        label={t('drills.adaptedFor')}
        options={[
          { value: '', label: t('drills.need.any') },
          ...drillNeeds.map((need) => ({ value: need, label: t(`drills.need.${need}`) })),
        ]}
        value={draft.need ?? ''}
        onChange={({ currentTarget: { value } }) =>
          setDraft({ ...draft, need: drillNeeds.find((need) => need === value) })
        }
      />
      <ChoiceGroup
        multiple
        inRow
        name="equipment"
        legend={t('drill.equipment')}
        hint={t('drills.equipmentHint')}
        options={equipmentKinds.map((kind) => ({ value: kind, label: t(`drills.have.${kind}`) }))}
        chosen={draft.equipment ?? []}
        onChange={(chosen) => {
          const equipment = equipmentKinds.filter((kind) => chosen.includes(kind))
          setDraft({ ...draft, equipment: equipment.length > 0 ? equipment : undefined })
        }}
      />
      <div className={styles.numbers}>
        {numberFields.map((name) => (
          <TextField
            key={name}
            type="number"
            inputMode="numeric"
            min="1"
            name={name}
            label={t(`drills.${name}`)}
            value={draft[name] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setDraft({ ...draft, [name]: parsePositiveInteger(value) })
            }
          />
        ))}
      </div>
      <SheetActions>
        <Button onClick={() => onFilter(draft)}>{t('drills.show', { count: countMatches(draft) })}</Button>
        <Button
          variant="quiet"
          aria-label={t('drills.clear')}
          aria-disabled={countSheetFilters(draft) === 0 || undefined}
          onClick={() => setDraft(clearSheetFilters(draft))}
        >
          {t('drills.clearShort')}
        </Button>
      </SheetActions>
    </>
  )
}

/**
 * A button, and the sheet that it opens: the filters by the group, its needs and the available equipment. The
 * list changes only if the coach closes the sheet with its main button.
 */
export const DrillFilterSheet = ({ filter, onFilter, countMatches }: Props) => {
  const t = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const onClose = () => setIsOpen(false)
  const count = countSheetFilters(filter)
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {count > 0 ? t('drills.filtersInUse', { count }) : t('drills.filters')}
      </Button>
      <Dialog sheet open={isOpen} onClose={onClose} title={t('drills.filters')}>
        <FilterFields
          filter={filter}
          countMatches={countMatches}
          onFilter={(chosen) => {
            onClose()
            onFilter(chosen)
          }}
        />
      </Dialog>
    </>
  )
}
