import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx'

/** One answer out of several. */
export const RadioGroup = ({
  value,
  onChange,
  ...group
}: ChoiceGroupProps & { value: string | undefined; onChange: (value: string) => void }) => (
  <ChoiceGroup
    {...group}
    type="radio"
    isChecked={(option) => option === value}
    onToggle={(option) => onChange(option)}
  />
)
