import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import type { ModuleContent } from '../../i18n/module-content.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './lesson.module.css'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import prose from '../../ui/layout/prose.module.css'

/** A titled list in a coloured box. */
const Box = ({
  title,
  lines,
  toneClass,
}: {
  title: MessageId
  lines: readonly string[]
  /** The class for the colour. */
  toneClass: string | undefined
}) => {
  const t = useTranslate()
  return (
    <section className={classNames(styles.box, toneClass)}>
      <h3>{t(title)}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Calls `onEnd` once when an element at the end of a text becomes visible. Attach the returned ref to that
 * element.
 */
const useEndReached = (onEnd: (() => void) | undefined): RefObject<HTMLDivElement | null> => {
  const endMarker = useRef<HTMLDivElement>(null)
  // The observer calls the latest `onEnd`, so that it is not created again when `onEnd` changes.
  const latestOnEnd = useRef(onEnd)
  useEffect(() => {
    latestOnEnd.current = onEnd
  })
  useEffect(() => {
    const element = endMarker.current
    if (!element) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      latestOnEnd.current?.()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return endMarker
}

/** One card of a text. The screen shows only the current card, paper shows all cards. */
const Card = ({ isCurrent, children }: { isCurrent: boolean; children: ReactNode }) => (
  <div className={styles.card} data-only={isCurrent ? undefined : 'paper'}>
    {children}
  </div>
)

/** What a coach can do after a module. */
const Aims = ({ aims }: { aims: readonly string[] }) => {
  const t = useTranslate()
  return (
    <section className={styles.aims} aria-labelledby="aims">
      <h3 id="aims">{t('lesson.aims')}</h3>
      <ul>
        {aims.map((aim) => (
          <li key={aim}>{aim}</li>
        ))}
      </ul>
    </section>
  )
}

/**
 * The text of a module in cards: its sections, what to say and to avoid, and its key points. The first card
 * begins with what the coach can do after the module. `countCards` in `src/learning/module-steps.ts` must
 * return the number of these cards.
 */
export const Lesson = ({
  content: { aims, sections, say, avoid, keyPoints },
  page,
  onEnd,
}: {
  content: ModuleContent
  /** The card on the screen, from 1. */
  page: number
  /** Called when the coach has scrolled to the end of the last card. */
  onEnd?: (() => void) | undefined
}) => {
  const endMarker = useEndReached(onEnd)
  const cards = [
    ...sections.map(({ heading, paragraphs }) => (
      <section key={heading} className={styles.section}>
        <h3>{heading}</h3>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    )),
    <div key="words" className={styles.pair}>
      <Box title="lesson.say" lines={say} toneClass={styles.say} />
      <Box title="lesson.avoid" lines={avoid} toneClass={styles.avoid} />
    </div>,
    <div key="points">
      <Box title="lesson.keyPoints" lines={keyPoints} toneClass={styles.points} />
      <div ref={endMarker} className={styles.end} />
    </div>,
  ]
  return (
    <div className={classNames(styles.lesson, prose.prose)}>
      {cards.map((card, index) => (
        <Card key={card.key} isCurrent={page === index + 1}>
          {index === 0 && <Aims aims={aims} />}
          {card}
        </Card>
      ))}
    </div>
  )
}

/** The transcript of a video, if the module has one. It is folded while the video is there, because the captions show the same text. */
export const Transcript = ({ scenes, isOpen }: { scenes: ModuleContent['transcript']; isOpen: boolean }) => {
  const t = useTranslate()
  if (scenes.length === 0) return null
  return (
    <Disclosure className={styles.transcript} summary={t('lesson.transcript')} open={isOpen}>
      {scenes.map(({ onScreen, lines }) => (
        <section key={onScreen}>
          <h3>{onScreen}</h3>
          <p>{lines.join(' ')}</p>
        </section>
      ))}
    </Disclosure>
  )
}
