import { flushSync } from 'react-dom'
import { useState } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import type { Drill } from '../../i18n/module-content.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import styles from './drill-card.module.css'

const Facts = ({ drill: { ages, players, minutes, space } }: { drill: Drill }) => {
  const t = useTranslate()
  const range = ([from, to]: Drill['ages']) => ({ from, to })
  return (
    <ul className={styles.facts}>
      <li>{t('drill.ages', range(ages))}</li>
      <li>{t('drill.players', range(players))}</li>
      <li>{t('common.minutes', { count: minutes })}</li>
      <li>{t('drill.space', space)}</li>
    </ul>
  )
}

const Part = ({
  title,
  lines,
  ordered = false,
}: {
  title: MessageId
  lines: readonly string[]
  /** The lines are steps, one after the other. */
  ordered?: boolean
}) => {
  const t = useTranslate()
  const List = ordered ? 'ol' : 'ul'
  return (
    <section className={styles.part}>
      <h3>{t(title)}</h3>
      <List>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </List>
    </section>
  )
}

/** Whether the card alone goes on paper: from the moment when a coach asks for it until it is printed. */
const usePaper = () => {
  const [isPaper, setPaper] = useState(false)
  const print = () => {
    // Before the browser takes its picture of the page.
    flushSync(() => setPaper(true))
    addEventListener('afterprint', () => setPaper(false), { once: true })
    window.print()
  }
  return { isPaper, print }
}

/** One drill as it is needed on the pitch, on the screen and on paper. */
export const DrillCard = ({ drill }: { drill: Drill }) => {
  const t = useTranslate()
  const { isPaper, print } = usePaper()
  const equipment = drill.equipment.map(({ count, text }) => `${count} × ${text}`)
  return (
    <article className={styles.card} aria-labelledby="drill" data-paper={isPaper || undefined}>
      <header className={styles.head}>
        <p>{t('drill.title')}</p>
        <h2 id="drill">{drill.name}</h2>
        <Facts drill={drill} />
      </header>
      <div className={styles.parts}>
        <Part title="drill.equipment" lines={equipment} />
        <Part title="drill.setUp" lines={drill.setUp} />
        <Part title="drill.steps" lines={drill.steps} ordered />
        <Part title="drill.coachingPoints" lines={drill.coachingPoints} />
        <Part title="drill.easier" lines={drill.easier} />
        <Part title="drill.harder" lines={drill.harder} />
        <Part title="drill.inclusive" lines={drill.inclusive} />
        <Part title="drill.safety" lines={drill.safety} />
      </div>
      <div className={styles.print}>
        <Button variant="secondary" onClick={print}>
          {t('drill.print')}
        </Button>
      </div>
    </article>
  )
}
