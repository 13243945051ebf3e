import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MessageId } from '../../i18n/message-id.ts'
import type { Drill } from '../../i18n/module-content.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { listDrillFacts } from '../../learning/drill-facts.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { QrCode } from '../../ui/pictures/qr-code.tsx'
import { DrillActions, type DrillActionsProps } from './drill-actions.tsx'
import styles from './drill-card.module.css'
import { DrillDiagram } from './drill-diagram.tsx'
import { drawStill, loadShots, toBlob } from './drill-scene.ts'
import type { DiagramScene } from './instructions.ts'

/**
 * Lists the parts of a drill card in the order in which a coach needs them. The screen has four pages: what
 * the drill needs, how to set it up, how it runs, and what to watch for and how to adapt it.
 */
const listParts = (drill: Drill): { page: number; title: MessageId; lines: readonly string[] }[] => [
  { page: 1, title: 'drill.equipment', lines: drill.equipment.map(({ count, text }) => `${count} ${text}`) },
  { page: 2, title: 'drill.setUp', lines: drill.setUp },
  { page: 2, title: 'drill.safety', lines: drill.safety },
  { page: 3, title: 'drill.steps', lines: drill.steps },
  { page: 4, title: 'drill.coachingPoints', lines: drill.coachingPoints },
  { page: 4, title: 'drill.easier', lines: drill.easier },
  { page: 4, title: 'drill.harder', lines: drill.harder },
  { page: 4, title: 'drill.inclusive', lines: drill.inclusive },
]

/** The parts that adapt a drill. They are folded on the screen, because a coach needs only one of them. */
const foldedTitles = new Set<MessageId>(['drill.easier', 'drill.harder', 'drill.inclusive'])

/** Returns a drill card as plain text, for a message. */
export const getDrillText = (drill: Drill, t: Translate): string => {
  const parts = listParts(drill).map(({ title, lines }) => {
    const getBullet = (index: number) => (title === 'drill.steps' ? `${index + 1}.` : '•')
    return [t(title), ...lines.map((line, index) => `${getBullet(index)} ${line}`)].join('\n')
  })
  return [`${drill.name} (${listDrillFacts(drill, t).join(' · ')})`, ...parts].join('\n\n')
}

/** Who the drill is for and what it needs, in short. If it is not on the screen, it is still on paper. */
const Facts = ({ drill, isOnScreen }: { drill: Drill; isOnScreen: boolean }) => {
  const t = useTranslate()
  return (
    <ul className={styles.facts} data-only={isOnScreen ? undefined : 'paper'}>
      {listDrillFacts(drill, t).map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

const Part = ({
  title,
  lines,
  isOnScreen,
}: {
  title: MessageId
  lines: readonly string[]
  /** Whether it is on the screen, and not only on paper. */
  isOnScreen: boolean
}) => {
  const t = useTranslate()
  // Steps have an order.
  const List = title === 'drill.steps' ? 'ol' : 'ul'
  const heading = <h3>{t(title)}</h3>
  const list = (
    <List>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </List>
  )
  return (
    <div className={styles.part} data-only={isOnScreen ? undefined : 'paper'}>
      {foldedTitles.has(title) ? (
        <Disclosure summary={heading}>{list}</Disclosure>
      ) : (
        <section className={styles.lines}>
          {heading}
          {list}
        </section>
      )}
    </div>
  )
}

/**
 * Prints only the card. `isPrinting` is true until the browser has printed it. Meanwhile, `data-paper` on the
 * card hides the rest of the page.
 */
const usePrint = () => {
  const [isPrinting, setIsPrinting] = useState(false)
  const print = () => {
    // The page must be rendered before the browser captures it.
    flushSync(() => setIsPrinting(true))
    addEventListener('afterprint', () => setIsPrinting(false), { once: true })
    window.print()
  }
  return { isPrinting, print }
}

/** The width of the diagram on paper: twice as many pixels as the diagram has on a screen. */
const paperWidthPx = 1280

/** The diagram on paper, as a still image. It is drawn in advance, so that printing does not wait for it. */
const PaperDiagram = ({ module, scene }: { module: string; scene: DiagramScene }) => {
  const [imageUrl, setImageUrl] = useState<string>()
  useEffect(() => {
    // False once another scene is shown, or the card is no longer rendered.
    let isCurrent = true
    let url: string | undefined
    const drawImage = async () => {
      // The drawings of the scene.
      const shots = await loadShots(module, scene.id)
      const blob = shots && (await toBlob(drawStill(shots, scene.seconds, paperWidthPx)))
      if (!blob || !isCurrent) return
      url = URL.createObjectURL(blob)
      setImageUrl(url)
    }
    void drawImage()
    return () => {
      isCurrent = false
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [module, scene.id, scene.seconds])
  return imageUrl === undefined ? null : (
    <img className={styles.paperDiagram} src={imageUrl} alt="" data-only="paper" />
  )
}

/** One drill for the pitch: on the screen, on paper, and as an image or text for the group's chat. */
export const DrillCard = ({
  module,
  drill,
  scene,
  url,
  page,
  onPitch,
  share,
  onShared,
}: Pick<DrillActionsProps, 'share' | 'onShared'> & {
  /** The id of the module, whose film the diagram is taken from. */
  module: string
  drill: Drill
  /** The scene of the film that the diagram shows, or undefined without a film. */
  scene: DiagramScene | undefined
  /** The URL of the drill, for the QR code on paper. */
  url: string
  /** The number of the page on the screen, from 1. Paper shows all pages. */
  page: number
  /** Opens the drill in pitch mode. */
  onPitch: () => void
}) => {
  const t = useTranslate()
  const { isPrinting, print } = usePrint()
  return (
    <article className={styles.card} aria-labelledby="drill" data-paper={isPrinting || undefined}>
      <header className={styles.head}>
        <p data-only={page === 1 ? undefined : 'paper'}>{t('drill.title')}</p>
        <h2 id="drill">{drill.name}</h2>
        <Facts drill={drill} isOnScreen={page === 1} />
        {page === 1 && (
          <Button className={styles.pitch} data-only="screen" onClick={onPitch}>
            {t('pitch.open')}
          </Button>
        )}
        <div className={styles.code} data-only="paper">
          <QrCode text={url} />
        </div>
      </header>
      {scene && <PaperDiagram module={module} scene={scene} />}
      {page === 1 && scene && (
        <div className={styles.diagram}>
          <DrillDiagram module={module} scene={scene.id} seconds={scene.seconds} />
        </div>
      )}
      <div className={styles.parts}>
        {listParts(drill).map(({ title, lines, ...part }) => (
          <Part key={title} title={title} lines={lines} isOnScreen={part.page === page} />
        ))}
      </div>
      {page === 1 && (
        <DrillActions
          card={{ module, drill, scene, url }}
          getText={() => getDrillText(drill, t)}
          print={print}
          share={share}
          onShared={onShared}
        />
      )}
    </article>
  )
}
