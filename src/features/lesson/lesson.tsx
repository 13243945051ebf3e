import type { ReactNode } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import type { ModuleContent } from '../../i18n/module-content.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../../ui/class-names.ts'
import prose from '../../ui/layout/prose.module.css'
import styles from './lesson.module.css'
import { Fold } from '../../ui/layout/fold.tsx'
import { useIsRoomy } from '../../ui/layout/use-is-roomy.ts'
import { useEndReached } from './use-end-reached.ts'

type PartProps = {
  heading: ReactNode
  className: string | undefined
  fold: FoldState
  children: ReactNode
}

/** Whether a part can be folded, and its initial state. */
type FoldState = 'none' | 'closed' | 'open'

const Part = ({ heading, className, fold, children }: PartProps) =>
  fold === 'none' ? (
    <section className={className}>
      {heading}
      {children}
    </section>
  ) : (
    <Fold className={className} summary={heading} open={fold === 'open'}>
      {children}
    </Fold>
  )

const Box = ({
  title,
  lines,
  tone,
  fold,
}: Pick<PartProps, 'fold'> & {
  title: MessageId
  lines: readonly string[]
  tone: string | undefined
}) => (
  <Part heading={<h3>{useTranslate()(title)}</h3>} className={classNames(styles.box, tone)} fold={fold}>
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </Part>
)

/**
 * The text of a module: its sections, what to say and to avoid, and its key points. On a phone it is a list
 * of headings, because the film has covered most of it. A module without a film starts open.
 */
export const Lesson = ({
  content: { sections, say, avoid, keyPoints },
  hasFilm,
  onEnd,
  children,
}: {
  content: ModuleContent
  hasFilm: boolean
  /** The coach has scrolled to the end of the text. */
  onEnd?: (() => void) | undefined
  /** Shown before the key points, for example the drill. */
  children?: ReactNode
}) => {
  const end = useEndReached(onEnd)
  const roomy = useIsRoomy()
  const fold = roomy ? 'none' : 'closed'
  return (
    <div className={classNames(styles.lesson, prose.prose)}>
      <div className={styles.sections}>
        {sections.map(({ heading, paragraphs }) => (
          <Part
            key={heading}
            heading={<h2>{heading}</h2>}
            className={styles.section}
            fold={roomy || hasFilm ? fold : 'open'}
          >
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </Part>
        ))}
      </div>
      <div className={styles.pair}>
        <Box title="lesson.say" lines={say} tone={styles.say} fold={fold} />
        <Box title="lesson.avoid" lines={avoid} tone={styles.avoid} fold={fold} />
      </div>
      {children}
      <Box title="lesson.keyPoints" lines={keyPoints} tone={styles.points} fold={fold} />
      <div ref={end} className={styles.end} />
    </div>
  )
}
