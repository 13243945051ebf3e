import type { ModuleContent } from '../src/i18n/module-content.ts'
import { kindsOfEquipment, type ModuleFacts, type ModuleTexts } from './module-source.ts'

const mergeDrill = (facts: ModuleFacts['drill'], texts: ModuleTexts['drill']): ModuleContent['drill'] =>
  facts &&
  texts && {
    ...texts,
    ...facts,
    equipment: facts.equipment.map(({ id, count }) => ({
      kind: kindsOfEquipment[id],
      count,
      text: texts.equipment[id] ?? '',
    })),
  }

/**
 * What the screen of a module shows, of its facts and its texts in one locale. The transcript is that of a film of its
 * length (`filmSeconds`): an older, shorter film shows something else.
 */
export const moduleContent = (
  facts: ModuleFacts,
  texts: ModuleTexts,
  filmSeconds?: number,
): ModuleContent => {
  const { scenes = [] } = facts
  const isOfThisFilm = scenes.at(-1)?.to === filmSeconds
  const drill = mergeDrill(facts.drill, texts.drill)
  const { sections, say, avoid, keyPoints } = texts
  return {
    aims: facts.aims.map((id) => texts.aims[id] ?? ''),
    sections,
    say,
    avoid,
    keyPoints,
    ...(drill && { drill }),
    transcript: (isOfThisFilm ? scenes : []).map(({ id, from, to }) => {
      const scene = texts.video?.scenes[id]
      return { id, seconds: to - from, onScreen: scene?.onScreen ?? '', lines: scene?.narration ?? [] }
    }),
    checks: Object.fromEntries(
      facts.check.map(({ id, right, options }) => [
        id,
        {
          right,
          feedback: Object.fromEntries(
            options.map((option) => [option, texts.check[id]?.options[option]?.feedback ?? '']),
          ),
        },
      ]),
    ),
  }
}
