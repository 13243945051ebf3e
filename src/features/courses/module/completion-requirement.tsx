import type { ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { classNames } from '../../../ui/class-names.ts'
import { rowArrowClass } from '../../../ui/layout/row-arrow.ts'
import styles from './next-step.module.css'

/** The state of a requirement. `refused`: the server refused the answers. */
type RequirementState = 'missing' | 'refused' | 'done'

/** The mark of each state: a dot, an exclamation mark and a tick. */
const stateMarks: Record<RequirementState, ReactNode> = {
  missing: <circle cx="12" cy="12" r="4" />,
  refused: <path d="M12 3.5l9.5 16.5h-19zM12 10v4.5m0 2.4v.1" />,
  done: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="M7.5 12.5l3 3 6-6.5" />
    </>
  ),
}

/**
 * One of the two requirements to complete a module, the video or text and the questions: its state, with a text
 * about it (`children`).
 */
export const Requirement = ({ state, children }: { state: RequirementState; children: ReactNode }) => (
  <li className={styles.half}>
    <svg viewBox="0 0 24 24" aria-hidden="true" data-state={state}>
      {stateMarks[state]}
    </svg>
    {children}
  </li>
)

/** The text of a requirement, as a button that leads there. */
export const RequirementButton = ({ onOpen, children }: { onOpen: () => void; children: string }) => (
  <button type="button" className={classNames(styles.row, rowArrowClass)} onClick={onOpen}>
    <span>{children}</span>
  </button>
)

/** The requirement to answer the questions of a module. */
export const QuestionsRequirement = ({
  state,
  onOpen,
}: {
  state: RequirementState
  /** Makes the text a button. */
  onOpen?: (() => void) | undefined
}) => {
  const t = useTranslate()
  const text = t(`courses.${state}.questions`)
  return (
    <Requirement state={state}>
      {onOpen ? <RequirementButton onOpen={onOpen}>{text}</RequirementButton> : <p>{text}</p>}
    </Requirement>
  )
}
