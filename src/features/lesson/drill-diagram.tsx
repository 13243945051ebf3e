import type { SKRSContext2D } from '@napi-rs/canvas'
import { useEffect, useRef, useState } from 'react'
import { drawScene, type Film, type Shot } from '../../../films/drawing/film.ts'
import { picture } from '../../../films/drawing/stage.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './drill-diagram.module.css'

/** The films' drawings by the path of their module. Each is loaded when it is shown. */
const loaders = import.meta.glob<Record<string, Film>>('../../../films/modules/*.ts')

/** The shots of a scene; undefined if the film has no such scene, or cannot be loaded without a connection. */
const loadShots = async (module: string, scene: string): Promise<readonly Shot[] | undefined> => {
  const load = loaders[`../../../films/modules/${module}.ts`]
  const film = await load?.().catch(() => undefined)
  return film && Object.values(film)[0]?.[scene]
}

/** In s: how long the last picture of a scene stays before the scene begins again. */
const restSeconds = 1.2

/** In ms between two pictures: smooth enough for people who walk, and easy on a phone's battery. */
const frameMs = 40

/** Draws a scene in the pixels of the screen, so that it is sharp at any size. */
const draw = (canvas: HTMLCanvasElement, shots: readonly Shot[], time: number): void => {
  const density = 'devicePixelRatio' in window ? devicePixelRatio : 1
  const width = Math.round(canvas.clientWidth * density)
  if (width === 0) return
  const scale = width / picture.width
  const height = Math.round(picture.height * scale)
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  // The canvas of Node has the methods of the browser's, and its type has some more that no drawing uses.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = canvas.getContext('2d') as unknown as SKRSContext2D | null
  if (!context) return
  context.setTransform(scale, 0, 0, scale, 0, 0)
  drawScene(context, shots, time)
}

/** Repeats a scene on a canvas while it moves and is on the screen. */
const useMotion = (shots: readonly Shot[] | undefined, seconds: number, moves: boolean) => {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas || !shots) return undefined
    // At rest the diagram shows the end of the scene, where everybody has arrived.
    draw(canvas, shots, seconds)
    if (!moves) return undefined
    let frame: number
    const startedAt = performance.now()
    let drawnAt = startedAt
    const tick = (now: number) => {
      frame = requestAnimationFrame(tick)
      if (now - drawnAt < frameMs || canvas.getClientRects().length === 0) return
      drawnAt = now
      const time = ((now - startedAt) / 1000) % (seconds + restSeconds)
      draw(canvas, shots, Math.min(time, seconds))
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
