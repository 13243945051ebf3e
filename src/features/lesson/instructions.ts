import type { Drill, ModuleContent } from '../../i18n/module-content.ts'

/** A scene of the film, as the diagram shows it. */
export type DiagramScene = { id: string; seconds: number }

/** One sentence that a coach reads on the pitch, with the scene that shows it. */
export type Instruction = {
  /** The headline of the scene, or undefined without a scene. */
  title: string | undefined
  text: string
  scene: DiagramScene | undefined
}

type Content = { drill: Drill; transcript: ModuleContent['transcript'] }

/** Lists the scenes of a film that show the drill: all except the first, which only shows its name. */
export const listScenes = ({ transcript }: Pick<Content, 'transcript'>) => transcript.slice(1)

/**
 * Lists the instructions of a drill, in order: the sentences of its film or, without a film, the lines of its
 * card.
 */
export const listInstructions = ({ drill, transcript }: Content): Instruction[] => {
  const sceneInstructions = listScenes({ transcript }).flatMap(({ id, seconds, onScreen, lines }) =>
    lines.map((text) => ({ title: onScreen, text, scene: { id, seconds } })),
  )
  if (sceneInstructions.length > 0) return sceneInstructions
  return [...drill.setUp, ...drill.steps].map((text) => ({ title: undefined, text, scene: undefined }))
}
