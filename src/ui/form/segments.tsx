import styles from './segments.module.css'

type Props<Value extends string> = {
  /** The name of the group for screen readers. */
  legend: string
  name: string
  options: readonly { value: Value; label: string }[]
  chosen: Value
  onChange: (value: Value) => void
}

/** Radio buttons as a row of tabs. One is always chosen. */
export const Segments = <Value extends string>({ legend, name, options, chosen, onChange }: Props<Value>) => (
  <div role="radiogroup" aria-label={legend} className={styles.segments}>
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
