import styles from './segmented-control.module.css'

type Props<Value extends string> = {
  /** The name of the group for screen readers. */
  legend: string
  name: string
  options: readonly { value: Value; label: string }[]
  chosen: Value
  onChange: (value: Value) => void
  /** Shows pills, for a choice below tabs. */
  pills?: boolean
}

/** Radio buttons as a row of tabs or pills. One option is always chosen. */
export const SegmentedControl = <Value extends string>({
  legend,
  name,
  options,
  chosen,
  onChange,
  pills = false,
}: Props<Value>) => (
  <div role="radiogroup" aria-label={legend} className={pills ? styles.pills : styles.segments}>
    {options.map(({ value, label }) => (
      <label key={value} className={styles.segment}>
        <input
          type="radio"
          name={name}
          value={value}
          checked={value === chosen}
          onChange={() => onChange(value)}
        />
        <span>{label}</span>
      </label>
    ))}
  </div>
)
