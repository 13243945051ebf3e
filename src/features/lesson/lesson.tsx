import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import type { ModuleContent } from '../../i18n/module-content.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './lesson.module.css'
import { Fold } from '../../ui/layout/fold.tsx'
import { useIsWideScreen } from '../../ui/layout/use-is-wide-screen.ts'
import { standaloneLink } from '../../ui/standalone-link.ts'
import prose from '../../ui/layout/prose.module.css'

/** Whether a part can be folded, and its initial state. */
type FoldState = 'none' | 'closed' | 'open'

type PartProps = {
  heading: ReactNode
  className: string | undefined
  fold: FoldState
  children: ReactNode
}

/** A part of the text, which may be folded below its heading. */
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

/** A titled list in a coloured box. */
const Box = ({
  title,
  lines,
  tone,
  fold,
}: Pick<PartProps, 'fold'> & {
  title: MessageId
  lines: readonly string[]
  tone: string | undefined
}) => {
  const t = useTranslate()
  return (
    <Part heading={<h3>{t(title)}</h3>} className={classNames(styles.box, tone)} fold={fold}>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Part>
  )
}

/**
 * Calls `onEnd` once when an element at the end of a text becomes visible. Attach the returned ref to that
 * element.
 */
const useEndReached = (onEnd: (() => void) | undefined): RefObject<HTMLDivElement | null> => {
  const end = useRef<HTMLDivElement>(null)
  const latestOnEnd = useRef(onEnd)
  useEffect(() => {
    latestOnEnd.current = onEnd
  })
  useEffect(() => {
    const element = end.current
    if (!element) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      latestOnEnd.current?.()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return end
}

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
  const roomy = useIsWideScreen()
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

/** The transcript of a film. It is folded, because the captions contain it as well. */
export const Transcript = ({ scenes }: { scenes: ModuleContent['transcript'] }) => {
  const t = useTranslate()
  return (
    <Fold className={styles.transcript} summary={t('lesson.transcript')}>
      {scenes.map(({ onScreen, lines }) => (
        <section key={onScreen}>
          <h3>{onScreen}</h3>
          <p>{lines.join(' ')}</p>
        </section>
      ))}
    </Fold>
  )
}

/** What a coach can do after a module. */
export const Aims = ({ aims }: { aims: readonly string[] }) => {
  const t = useTranslate()
  return (
    <section className={styles.aims} aria-labelledby="aims">
      <h2 id="aims">{t('lesson.aims')}</h2>
      <ul>
        {aims.map((aim) => (
          <li key={aim}>{aim}</li>
        ))}
      </ul>
    </section>
  )
}

/** Links from the film to the drill and the survey: on a phone these are many screens below. */
export const JumpLinks = ({ hasDrill, isDone }: { hasDrill: boolean; isDone: boolean }) => {
  const t = useTranslate()
  const targets = [...(hasDrill ? (['drill'] as const) : []), 'survey' as const]
  return (
    <nav className={styles.jumpLinks} aria-label={t('lesson.wayDown')}>
      {isDone && (
        <span className={styles.done}>
          <span aria-hidden="true">✓</span> <span>{t('courses.stateComplete')}</span>
        </span>
      )}
      {targets.map((id) => (
        <a key={id} href={`#${id}`} className={standaloneLink}>
          <span>{t(`${id}.title`)}</span> <span aria-hidden="true">↓</span>
        </a>
      ))}
    </nav>
  )
}
