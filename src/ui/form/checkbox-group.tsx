import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx'

/** Any number of answers; the value keeps the order of the options. */
export const CheckboxGroup = ({
  value,
  onChange,
  ...group
}: ChoiceGroupProps & { value: readonly string[]; onChange: (value: string[]) => void }) => (
  <ChoiceGroup
    {...group}
    type="checkbox"
    isChecked={(option) => value.includes(option)}
    onToggle={(toggled, checked) =>
      onChange(
        group.options
          .map((option) => option.value)
          .filter((option) => (option === toggled ? checked : value.includes(option))),
      )
    }
  />
)
