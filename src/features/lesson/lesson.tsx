import type { ReactNode } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import type { ModuleContent } from '../../i18n/module-content.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './lesson.module.css'
import { useEndReached } from './use-end-reached.ts'

const Box = ({
  title,
  lines,
  tone,
}: {
  title: MessageId
  lines: readonly string[]
  tone: string | undefined
}) => {
  const t = useTranslate()
  return (
    <section className={classNames(styles.box, tone)}>
      <h3>{t(title)}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

/** The text of a module: its sections, what to say and what not to, and what to remember. */
export const Lesson = ({
  content: { sections, say, avoid, keyPoints },
  onEnd,
  children,
}: {
  content: ModuleContent
  /** The coach has scrolled to the end of it. */
  onEnd?: (() => void) | undefined
  /** Before what to remember, as the drill. */
  children?: ReactNode
}) => {
  const end = useEndReached(onEnd)
  return (
    <div className={styles.lesson}>
      {sections.map(({ heading, paragraphs }) => (
        <section key={heading} className={styles.section}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <div className={styles.pair}>
        <Box title="lesson.say" lines={say} tone={styles.say} />
        <Box title="lesson.avoid" lines={avoid} tone={styles.avoid} />
      </div>
      {children}
      <Box title="lesson.keyPoints" lines={keyPoints} tone={styles.points} />
      <div ref={end} className={styles.end} />
    </div>
  )
}
