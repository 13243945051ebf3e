import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './choice.module.css'
import { useFieldTexts } from './field.tsx'

type Props = {
  legend: ReactNode
  name: string
  options: readonly { value: string; label: ReactNode }[]
  hint?: string | undefined
  /** Any number of options may be chosen, not just one. */
  multiple?: boolean
  /** Lays the options out in a row, for a container with little height. */
  inRow?: boolean
  /** The values of the chosen options. */
  chosen: readonly string[]
  /** For a question with a right answer: returns the verdict that is shown below a chosen option. */
  getVerdict?: ((option: string) => { isRight: boolean; text: ReactNode }) | undefined
  /** Receives the values of the chosen options, in the order of the options. */
  onChange: (chosen: string[]) => void
}

const getVerdictClass = ({ isRight }: { isRight: boolean }) => (isRight ? styles.right : styles.wrong)

/**
 * Shows the verdict below an option that was chosen near the end of the screen. Scrolls instantly, because
 * during a smooth scroll, a tap would hit another element.
 */
const scrollToVerdict = (input: HTMLElement): void =>
  void requestAnimationFrame(() =>
    input.closest(`.${styles.option}`)?.scrollIntoView({ block: 'nearest', behavior: 'instant' }),
  )

/** Radio buttons, or checkboxes with `multiple`, in a fieldset with the question as its legend. */
export const ChoiceGroup = ({
  legend,
  name,
  options,
  hint,
  multiple = false,
  inRow = false,
  chosen,
  getVerdict,
  onChange,
}: Props) => {
  const { hintText, errorText, describedBy, invalid } = useFieldTexts(name, hint)
  const toggle = (toggledValue: string, isChecked: boolean) => {
    // Checkboxes leave the other options as they are. A radio button deselects them.
    const isNowChosen = (value: string) => {
      if (value === toggledValue) return isChecked
      return multiple && chosen.includes(value)
    }
    onChange(options.map(({ value }) => value).filter(isNowChosen))
  }
  return (
    <fieldset className={styles.group} aria-describedby={describedBy}>
      <legend className={styles.legend}>{legend}</legend>
      {hintText}
      {errorText}
      <div className={inRow ? styles.inRow : styles.block}>
        {options.map(({ value, label }) => {
          const isChosen = chosen.includes(value)
          const chosenVerdict = isChosen ? getVerdict?.(value) : undefined
          return (
            <div
              key={value}
              className={classNames(styles.option, chosenVerdict && getVerdictClass(chosenVerdict))}
            >
              <label className={styles.choice}>
                <input
                  type={multiple ? 'checkbox' : 'radio'}
                  name={name}
                  value={value}
                  checked={isChosen}
                  aria-invalid={invalid}
                  onChange={({ currentTarget }) => {
                    toggle(value, currentTarget.checked)
                    if (getVerdict) scrollToVerdict(currentTarget)
                  }}
                />
                <span>{label}</span>
              </label>
              {/* Always rendered, because a screen reader announces changes only in existing elements. */}
              {getVerdict && <output className={styles.verdict}>{chosenVerdict?.text}</output>}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
