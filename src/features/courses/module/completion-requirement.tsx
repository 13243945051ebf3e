import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { rowArrowClass } from '../../../ui/layout/row-arrow.ts'
import styles from './next-step.module.css'

/** The state of a requirement. `refused`: the server refused the answers. */
type RequirementState = 'missing' | 'refused' | 'done'

/** The mark of each state: an empty circle, an exclamation mark and a tick. */
const stateMarks: Record<RequirementState, ReactNode> = {
  missing: <circle cx="12" cy="12" r="10" />,
  refused: <path d="M12 3.5l9.5 16.5h-19zM12 10v4.5m0 2.4v.1" />,
  done: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="M7.5 12.5l3 3 6-6.5" />
    </>
  ),
}

/**
 * A row of a list: the state of one of the two requirements to complete a module, the video or text and the
 * questions.
 */
export const Requirement = ({
  state,
  text,
  onOpen,
  isPending = false,
}: {
  state: RequirementState
  text: string
  /** Makes the row a button that leads to what is missing. */
  onOpen?: (() => void) | undefined
  /** Whether the state is not known yet. The row is invisible, but has its place already. */
  isPending?: boolean
}) => (
  <li className={classNames(styles.requirement, isPending && styles.pending)}>
    <svg viewBox="0 0 24 24" aria-hidden="true" data-state={state}>
      {stateMarks[state]}
    </svg>
    {onOpen && (
      <button type="button" className={classNames(styles.row, rowArrowClass)} onClick={onOpen}>
        <span>{text}</span>
      </button>
    )}
    {/* Paper has no buttons. */}
    <p data-only={onOpen ? 'paper' : undefined}>{text}</p>
  </li>
)
