import { useEffect, useRef, useState } from 'react'
import type { Shot } from '../../../films/drawing/film.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './drill-diagram.module.css'
import { drawShots, loadShots } from './drill-scene.ts'

/** In s: how long the last picture of a scene stays before the scene begins again. */
const restSeconds = 1.2

/** In ms between two pictures: smooth enough for people who walk, and easy on a phone's battery. */
const frameMs = 40

/** Repeats a scene on a canvas while it moves and is on the screen. */
const useMotion = (shots: readonly Shot[] | undefined, seconds: number, moves: boolean) => {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas || !shots) return undefined
    // At rest the diagram shows the end of the scene, where everybody has arrived.
    drawShots(canvas, shots, seconds)
    if (!moves) return undefined
    let frame: number
    const startedAt = performance.now()
    let drawnAt = startedAt
    const tick = (now: number) => {
      frame = requestAnimationFrame(tick)
      if (now - drawnAt < frameMs || canvas.getClientRects().length === 0) return
      drawnAt = now
      const time = ((now - startedAt) / 1000) % (seconds + restSeconds)
      drawShots(canvas, shots, Math.min(time, seconds))
    }
    frame = requestAnimationFrame(tick)
    return () => cancelAnimationFrame(frame)
  }, [shots, seconds, moves])
  return canvasRef
}

/**
 * A scene of a module's film as a diagram that moves, again and again. It stands still for people who asked
 * their device for less motion, until they start it. Its content is in words beside it.
 */
export const DrillDiagram = ({
  module,
  scene,
  seconds,
}: {
  module: string
  scene: string
  /** The length of the scene. */
  seconds: number
}) => {
  const t = useTranslate()
  const [loaded, setLoaded] = useState<{ scene: string; shots: readonly Shot[] | undefined }>()
  const [moves, setMoves] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)
  useEffect(() => {
    let isCurrent = true
    void loadShots(module, scene).then((shots) => isCurrent && setLoaded({ scene, shots }))
    return () => {
      isCurrent = false
    }
  }, [module, scene])
  const shots = loaded?.scene === scene ? loaded.shots : undefined
  const canvasRef = useMotion(shots, seconds, moves)
  if (loaded && !loaded.shots) return null
  return (
    <div className={styles.diagram} data-only="screen">
      <canvas ref={canvasRef} className={styles.canvas} aria-hidden="true" />
      <button
        type="button"
        className={styles.toggle}
        aria-label={t(moves ? 'pitch.stopDrawing' : 'pitch.moveDrawing')}
        onClick={() => setMoves(!moves)}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden="true">
          <path d={moves ? 'M6 4h4v16H6zm8 0h4v16h-4z' : 'M7 4v16l13-8z'} />
        </svg>
      </button>
    </div>
  )
}
