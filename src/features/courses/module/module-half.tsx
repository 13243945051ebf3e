import type { ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import styles from './next-step.module.css'

/** The state of one half of a module, the video or the questions. */
type HalfState = 'missing' | 'refused' | 'done'

/** The mark of each state: a dot, an exclamation mark and a tick. */
const halfMarks: Record<HalfState, ReactNode> = {
  missing: <circle cx="12" cy="12" r="4" />,
  refused: <path d="M12 3.5l9.5 16.5h-19zM12 10v4.5m0 2.4v.1" />,
  done: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="M7.5 12.5l3 3 6-6.5" />
    </>
  ),
}

/** The state of one half of a module, with a text about it (`children`). */
export const Half = ({ state, children }: { state: HalfState; children: ReactNode }) => (
  <li className={styles.half}>
    <svg viewBox="0 0 24 24" aria-hidden="true" data-state={state}>
      {halfMarks[state]}
    </svg>
    {children}
  </li>
)

/** The text of a half as a button that leads there. */
export const HalfRow = ({ onOpen, children }: { onOpen: () => void; children: string }) => (
  <button type="button" className={styles.row} onClick={onOpen}>
    <span>{children}</span>
  </button>
)

/** The questions of a module, as one of its halves. */
export const QuestionsHalf = ({
  state,
  onOpen,
}: {
  state: HalfState
  /** Makes the text a button. */
  onOpen?: (() => void) | undefined
}) => {
  const t = useTranslate()
  const text = t(`courses.${state}.questions`)
  return <Half state={state}>{onOpen ? <HalfRow onOpen={onOpen}>{text}</HalfRow> : <p>{text}</p>}</Half>
}
